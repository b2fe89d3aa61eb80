import type { IncomingResult, NetworkIncoming } from '@heliograph/contracts'
import { formatLinkId } from '@heliograph/messaging'
import { type Attachments, attachBlobs } from '../accounts/blobs/blob-statements.ts'
import { afterTransaction, isDataFault, type Sql, type Transaction } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { storableText } from '../database/storable-text.ts'
import { notifyIncoming } from '../notify/notifications/notify-incoming.ts'
import type { PushTools } from '../notify/sessions/push-tools.ts'
import {
  type Assembly,
  addPart,
  assemblyKey,
  forgetStored,
  type IncomingPart,
  lockAssemblies,
  takeOverdue,
  toMessage,
  writeAssemblies,
} from './incoming-assembly.ts'
import {
  findChannels,
  findRepeated,
  type IncomingMessage,
  insertIncoming,
  isSoonAfter,
  type StoredIncoming,
} from './incoming-message.ts'
import { addWork } from './incoming-work.ts'
import type { WorkTaker } from './work-taker.ts'

const BATCH_MESSAGES = 500

/** No header can state more parts than this (3GPP TS 23.040, 9.2.3.24.1). */
const MAX_PARTS = 255

/** The tools for storing incoming SMS. */
export interface IncomingTools extends PushTools {
  readonly work: WorkTaker
}

/** Stores incoming SMS in micro-batches. One batch at a time, so that a repetition finds the SMS that it repeats. */
export function createIncoming(sql: Sql, tools: IncomingTools): MicroBatch<NetworkIncoming, IncomingResult> {
  return new MicroBatch({
    run: (batch) => inTransaction(sql, (tx) => takeIn(tx, tools, batch.map(toStorable))),
    maxItems: BATCH_MESSAGES,
    lanes: 1,
    isolate: isDataFault,
  })
}

/** Stores messages that have waited too long for their missing parts, marked incomplete. Resolves with how many. */
export async function storeOverdue(sql: Sql, tools: IncomingTools, timeoutSeconds: number): Promise<number> {
  let stored = 0
  for (;;) {
    const count = await sql.begin(async (tx) => {
      const overdue = await takeOverdue(tx, timeoutSeconds, BATCH_MESSAGES)
      const ids = await tools.ids.take(overdue.length)
      overdue.forEach((assembly, index) => {
        assembly.incomingId = ids[index] as number
      })
      await store(
        tx,
        tools,
        overdue.map((assembly) => toMessage(assembly, assembly.incomingId as number)),
      )
      await writeAssemblies(tx, overdue)
      await forgetStored(tx)
      return overdue.length
    })
    stored += count
    if (count < BATCH_MESSAGES) return stored
  }
}

/**
 * Replaces what Postgres cannot store, so that a repetition is recognised. The text of a part stays as it is, since it
 * may begin or end in the middle of a character.
 */
function toStorable(message: NetworkIncoming): NetworkIncoming {
  const text = isPart(message) ? message.text : storableText(message.text)
  return { ...message, from: storableText(message.from), to: storableText(message.to), text }
}

async function takeIn(
  tx: Transaction,
  tools: IncomingTools,
  messages: readonly NetworkIncoming[],
): Promise<readonly IncomingResult[]> {
  const parts = messages.filter(isPart)
  // A part may complete its message and, before that, end another one that had its reference.
  const intake = new Intake(await tools.ids.take(messages.length + parts.length))
  const assemblies = parts.length === 0 ? new Map<string, Assembly>() : await lockAssemblies(tx, parts)
  const uncertain = messages.filter((message) => !isPart(message) && message.mayBeRepeated)
  await waitForOthers(tx, messages)
  const repeated = await findRepeated(tx, uncertain.map(toWhole))
  for (const message of messages) {
    if (isPart(message)) intake.addPart(assemblies.get(assemblyKey(message)) as Assembly, message)
    else intake.addWhole(message, repeated.get(uncertain.indexOf(message))?.incoming_id)
  }
  const stored = await store(tx, tools, intake.messages)
  await attachBlobs(tx, attachmentsOf(messages, intake.results))
  await writeAssemblies(tx, [...assemblies.values()])
  const channels = await findChannels(tx, intake.known)
  for (const { message, channelId } of stored) channels.set(message.incomingId, channelId)
  return intake.results.map((incomingId) => ({
    incomingId,
    channelId: incomingId === null ? null : (channels.get(incomingId) ?? null),
  }))
}

/** What came with messages; a message that came twice has it once. */
function attachmentsOf(
  messages: readonly NetworkIncoming[],
  incomingIds: readonly (number | null)[],
): readonly Attachments[] {
  const byMessage = new Map<number, Attachments>()
  for (const [index, { attachments }] of messages.entries()) {
    const incomingId = incomingIds[index]
    if (attachments === undefined || typeof incomingId !== 'number' || byMessage.has(incomingId)) continue
    byMessage.set(incomingId, { incomingId, blobIds: attachments })
  }
  return [...byMessage.values()]
}

function isPart(message: NetworkIncoming): message is IncomingPart {
  const { segment } = message
  if (segment === undefined || segment.total < 2 || segment.total > MAX_PARTS) return false
  return segment.part >= 1 && segment.part <= segment.total
}

/** The first key of the advisory locks of links. */
const LINK_LOCK = 0x696e6d67

/**
 * An SMS that may be a repetition waits until everything that arrived over its link before is stored: the SMS that it
 * repeats may still be in a transaction, of this node or of one that was killed. All other SMS wait only for possible
 * repetitions.
 */
async function waitForOthers(tx: Transaction, messages: readonly NetworkIncoming[]): Promise<void> {
  const links = new Map<string, boolean>()
  for (const message of messages) {
    const link = formatLinkId(message.carrier, message.link)
    links.set(link, links.get(link) === true || message.mayBeRepeated)
  }
  // Always in the same order, so that no two wait for each other.
  for (const [link, mayBeRepeated] of [...links].sort()) {
    if (mayBeRepeated) await tx`select pg_advisory_xact_lock(${LINK_LOCK}::integer, hashtext(${link}::text))`
    else await tx`select pg_advisory_xact_lock_shared(${LINK_LOCK}::integer, hashtext(${link}::text))`
  }
}

function toWhole(message: NetworkIncoming): Omit<IncomingMessage, 'incomingId'> {
  const { carrier, from, to, text, encoding, receivedAt } = message
  return { carrier, link: formatLinkId(carrier, message.link), from, to, text, encoding, receivedAt, incomplete: false }
}

/** The result of a batch: the messages to store and, in order, the id of the message of each SMS. */
class Intake {
  readonly messages: IncomingMessage[] = []
  /** Null for a part that waits. */
  readonly results: (number | null)[] = []
  /** Messages stored before of which something has arrived again. */
  readonly known: number[] = []
  readonly #ids: Iterator<number>
  readonly #wholes = new Map<string, IncomingMessage>()

  constructor(ids: readonly number[]) {
    this.#ids = ids.values()
  }

  addWhole(given: NetworkIncoming, repeats: number | undefined): void {
    const message = toWhole(given)
    const { link, from, to, encoding, text } = message
    const key = JSON.stringify([link, from, to, encoding, text])
    const earlier = given.mayBeRepeated ? this.#wholes.get(key) : undefined
    const inBatch = earlier !== undefined && isSoonAfter(message, earlier) ? earlier.incomingId : undefined
    if (inBatch === undefined && repeats !== undefined) this.known.push(repeats)
    const incomingId = inBatch ?? repeats ?? this.#store((id) => ({ ...message, incomingId: id }))
    this.#wholes.set(key, { ...message, incomingId })
    this.results.push(incomingId)
  }

  addPart(assembly: Assembly, part: IncomingPart): void {
    const joined = addPart(assembly, part, (old) => void this.#store((id) => toMessage(old, id)))
    if (joined.kind === 'complete') assembly.incomingId = this.#store((id) => toMessage(assembly, id))
    else if (joined.kind === 'repeated' && joined.incomingId !== null) this.known.push(joined.incomingId)
    this.results.push(joined.kind === 'waits' ? null : assembly.incomingId)
  }

  #store(make: (incomingId: number) => IncomingMessage): number {
    const incomingId = this.#ids.next().value as number
    this.messages.push(make(incomingId))
    return incomingId
  }
}

/** Stores messages together with all that follows from them: everything an incoming SMS sets off belongs here. */
async function store(
  tx: Transaction,
  tools: IncomingTools,
  messages: readonly IncomingMessage[],
): Promise<readonly StoredIncoming[]> {
  const stored = await insertIncoming(tx, messages)
  await storeWork(
    tx,
    tools,
    stored.filter(({ isWork }) => isWork).map(({ message }) => message.incomingId),
  )
  const subjects = stored.flatMap(({ message, channelId }) => (channelId === null ? [] : [{ ...message, channelId }]))
  if (subjects.length > 0) {
    const offer = await notifyIncoming(tx, tools, subjects)
    afterTransaction(tx, (isCommitted) => (isCommitted ? offer() : tools.outbox.outcomeUnknown()))
  }
  return stored
}

async function storeWork(tx: Transaction, { work }: IncomingTools, incomingIds: readonly number[]): Promise<void> {
  if (incomingIds.length === 0) return
  const lease = work.takerOf(incomingIds.length)
  await addWork(tx, incomingIds, lease)
  afterTransaction(tx, (isCommitted) => {
    if (lease === null) work.waits()
    else if (isCommitted) work.offer(incomingIds)
    else work.outcomeUnknown()
  })
}
