import type { LateAnswer, Logger } from '@heliograph/contracts'
import { formatLinkId, isFinal } from '@heliograph/messaging'
import { isDataFault, type Sql, type Transaction } from '../../../database/database.ts'
import { groupBy } from '../../../database/group-by.ts'
import { MicroBatch } from '../../../database/micro-batch.ts'
import { retryForever } from '../../../database/retry-forever.ts'
import { NO_LINK } from '../../../notify/final-counts.ts'
import { enqueueReceiptWebhooks } from '../../../notify/notifications/notify-receipts.ts'
import { type Fairness, lineOf } from '../../batches/batch.ts'
import { addRepetitions } from '../../batches/batch-statements.ts'
import { loadParts, type PartRow } from '../../lifecycle/sent-parts.ts'
import type { ReceiptTools } from '../../receipts/process-receipts.ts'
import { rematch } from '../../receipts/unmatched-receipts.ts'
import { decideLate, type LateVerdict } from './decide-late.ts'
import {
  type LatePart,
  type LockedMessage,
  lockMessages,
  removeParts,
  writeLateParts,
  writeVerdicts,
} from './late-statements.ts'
import { MAX_NETWORK_ID } from './outcome-writers.ts'
import { doReceiptsWait } from './record-results.ts'

export interface LateAnswersOptions {
  readonly sql: Sql
  readonly tools: ReceiptTools
  readonly logger: Logger
  /** Resolves when the answers of this process's links so far are in the database. */
  readonly resultsRecorded: () => Promise<void>
  /** Whether the link gets no receipts, so that what it hands over counts as delivered. */
  readonly isWithoutReceipts: (link: string) => boolean
  /** How long a message that a network did not take in the end waits for its next attempt. */
  readonly retryDelayMs: (attempt: number) => number
  readonly fairness: Fairness
  /** Called when messages that wait for their next attempt are stored. */
  readonly messagesDue: (at: Date) => void
  readonly signal: AbortSignal
}

const BATCH = 500

/**
 * Records answers that came after their parts had been given up, in micro-batches and however long the database is
 * away, because they exist nowhere else.
 */
export function createLateAnswers(options: LateAnswersOptions): MicroBatch<LateAnswer, undefined> {
  const { sql, tools, logger, signal } = options
  const retry = { clock: tools.clock, logger, signal, what: 'recording late answers' }
  return new MicroBatch({
    run: async (answers, isPart) => {
      // What an answer is late for is an outcome given before, which has to be there first.
      await options.resultsRecorded()
      const networkIds = await retryForever({ ...retry, isPart }, () => sql.begin((tx) => record(tx, options, answers)))
      if (networkIds.length > 0 && (await doReceiptsWait(sql))) await rematch(sql, tools, networkIds)
      return answers.map(() => undefined)
    },
    maxItems: BATCH,
    lanes: 1,
    isolate: isDataFault,
  })
}

/** Resolves with the ids by which receipts may find parts now. */
async function record(
  tx: Transaction,
  options: LateAnswersOptions,
  answers: readonly LateAnswer[],
): Promise<readonly string[]> {
  const messages = await lockMessages(
    tx,
    answers.map(({ smsId }) => smsId),
  )
  if (messages.length === 0) return []
  const smsIds = messages.map((message) => message.sms_id)
  const rows = groupBy(await loadParts(tx, smsIds), (row) => row.sms_id)
  const given = groupBy(answers.map(storable), ({ smsId }) => smsId)
  const parts: LatePart[] = []
  const removed: PartRow[] = []
  const verdicts: Verdict[] = []
  for (const message of messages) {
    const smsId = message.sms_id
    const late = given.get(smsId) ?? []
    const known = { state: message.state, isWithLink: message.is_with_link, rows: rows.get(smsId) ?? [] }
    const decision = decideLate(known, late, stateOfTaken(options, late))
    for (const part of decision.parts) parts.push({ ...part, smsId })
    removed.push(...decision.removed)
    if (decision.message !== undefined) verdicts.push({ ...decision.message, smsId, message, link: linkOf(late) })
  }
  if (parts.length === 0) return []
  await writeLateParts(tx, parts)
  await removeParts(tx, removed)
  await writeVerdicts(tx, verdicts)
  await haveConsequences(tx, options, verdicts)
  return parts.flatMap(({ networkId }) => networkId ?? [])
}

interface Verdict extends LateVerdict {
  readonly smsId: number
  /** The link whose answers came late. */
  readonly link: string
  readonly message: LockedMessage
}

async function haveConsequences(
  tx: Transaction,
  { tools, retryDelayMs, fairness, messagesDue }: LateAnswersOptions,
  verdicts: readonly Verdict[],
): Promise<void> {
  const now = tools.clock.now()
  const again = verdicts
    .filter(({ state }) => state === 'retrying')
    .map(({ smsId, message: { route, priority, attempt, client_id: clientId } }) => ({
      route,
      priority,
      line: lineOf(fairness, clientId),
      smsIds: [smsId],
      dueAt: new Date(now + retryDelayMs(attempt)),
      speedId: null,
    }))
  await addRepetitions(tx, tools.ids, again)
  for (const { dueAt } of again) messagesDue(dueAt)
  tools.finals?.addAfter(tx, verdicts)
  tools.changeNotes?.noteMessagesAfter(
    tx,
    verdicts.map(({ smsId }) => smsId),
  )
  const ended = verdicts.filter(({ state }) => isFinal(state))
  const events = ended.map(({ smsId, state }) => ({ smsId, state, networkId: null, at: new Date(now) }))
  if (events.length > 0) await enqueueReceiptWebhooks(tx, tools, events)
}

function stateOfTaken({ isWithoutReceipts }: LateAnswersOptions, answers: readonly LateAnswer[]) {
  return answers.length > 0 && isWithoutReceipts(linkOf(answers)) ? 'delivered' : 'submitted'
}

function linkOf([first]: readonly LateAnswer[]): string {
  return first === undefined ? NO_LINK : formatLinkId(first.carrier, first.link)
}

/** An id that an index cannot hold is of no use for receipts; that the network has the part counts all the same. */
function storable(answer: LateAnswer): LateAnswer {
  const { outcome } = answer
  if (outcome.kind !== 'accepted' || (outcome.networkId?.length ?? 0) <= MAX_NETWORK_ID) return answer
  return { ...answer, outcome: { kind: 'accepted', networkId: null } }
}
