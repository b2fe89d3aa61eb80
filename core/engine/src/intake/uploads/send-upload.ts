import {
  type Clock,
  type ErrorCategory,
  isGatewayError,
  PRIORITIES,
  type Principal,
  type SpeedLimit,
  type Submissions,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
  type UploadProblem,
  type UploadState,
} from '@heliograph/contracts'
import { type RowReader, readUploadRow, TimeSlice } from '@heliograph/messaging'
import type { Queryable, Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { changeSpeed } from '../../outbound/speeds/change-speed.ts'
import { findChunk, findFirstRow } from './row-chunks.ts'
import { findRowContacts } from './row-contacts.ts'
import { type RowTools, readerOf } from './row-tools.ts'
import type { UploadEntry } from './upload-row.ts'
import { findProblems, insertProblems, lockUpload, type ProblemRow } from './upload-statements.ts'

export interface SendOptions extends RowTools {
  readonly sql: Sql
  readonly clock: Clock
  readonly submissions: Submissions
}

/** A row that is submitted. */
interface Sent {
  readonly row: number
  readonly to: string
  readonly text: string
  /** The reference of its message: which of two texts it is. */
  readonly reference: string | undefined
}

/** A stretch of rows that were dealt with. */
interface Stretch {
  /** The row after the last. */
  readonly to: number
  readonly sent: readonly Sent[]
  /** Rows whose contacts had what the text needs when they were checked, and have it no more. */
  readonly lacking: readonly ProblemRow[]
}

/** SMS parts in one request: as many as the rows of a chunk with two each, so that a request is stored quickly. */
const MOST_PARTS = 1_000

/**
 * Submits the next rows of an upload. Each has a message id of its own, so that rows that a node submitted before it
 * was killed are recognised as the messages that they already are. Resolves with false when there is nothing more to do
 * for now. Throws what `Submissions.submit` throws, with nothing noted.
 */
export async function sendNext(options: SendOptions, upload: UploadEntry): Promise<boolean> {
  const { sql, senderOf } = options
  const { uploadId, clientId, plan, principal } = upload
  if (plan === null || principal === null) return false
  const from = upload.sentRows === 0 && plan.hasHeader ? 1 : upload.sentRows
  const chunk = await findChunk(sql, uploadId, from)
  if (chunk === undefined) return noteSent(options, upload, { to: upload.rows, sent: [], lacking: [] }, [])
  const reader = readerOf(plan, await findFirstRow(sql, uploadId), await senderOf(principal))
  const end = chunk.firstRow + chunk.cells.length
  const leftOut = await findProblems(sql, uploadId, from, end)
  const contacts = await findRowContacts(sql, clientId, reader, chunk.cells.slice(from - chunk.firstRow))
  const sent: Sent[] = []
  const lacking: ProblemRow[] = []
  const slice = new TimeSlice()
  let to = from
  for (let parts = 0; to < end && parts < MOST_PARTS; to += 1) {
    if (leftOut.has(to)) continue
    if (slice.isOver) await slice.rest()
    const read = readUploadRow(reader, chunk.cells[to - chunk.firstRow] ?? null, contacts)
    if (read.problem === 'missing-value' || read.problem === 'empty-text') {
      lacking.push({ row: to, problem: read.problem })
      continue
    }
    sent.push({ row: to, to: read.to ?? '', text: read.text, reference: read.letter })
    parts += read.measure?.parts ?? 0
  }
  const entries = await submitRows(options, upload, principal, reader, sent)
  return noteSent(options, upload, { to, sent, lacking }, entries)
}

async function submitRows(
  { submissions }: SendOptions,
  upload: UploadEntry,
  principal: Principal,
  reader: RowReader,
  sent: readonly Sent[],
): Promise<readonly SubmitEntry[]> {
  if (sent.length === 0) return []
  const request: SubmitRequest = {
    origin: 'upload',
    priority: PRIORITIES.BULK,
    bulkId: upload.bulkId,
    numbers: 'international',
    atomic: false,
    speedLimit: upload.speedLimit ?? undefined,
    messages: messagesOf(upload, reader, sent),
  }
  const { entries } = await submissions.submit(principal, request)
  return entries
}

/** Neighbours with the same text are one message with several destinations, which is cheaper to store. */
function messagesOf(upload: UploadEntry, { plan }: RowReader, sent: readonly Sent[]): readonly SubmitMessage[] {
  const common = {
    ...(plan.from !== undefined && { from: plan.from }),
    ...(plan.flash !== undefined && { flash: plan.flash }),
    ...(upload.sendAt !== null && { sendAt: upload.sendAt }),
    ...(upload.deliveryWindow !== null && { deliveryWindow: upload.deliveryWindow }),
  }
  const messages: { text: string; reference?: string; destinations: { to: string; messageId: string }[] }[] = []
  for (const { row, to, text, reference } of sent) {
    const last = messages.at(-1)
    const destination = { to, messageId: `${upload.bulkId}:${row + 1}` }
    if (last?.text === text && last.reference === reference) last.destinations.push(destination)
    else messages.push({ text, destinations: [destination], ...(reference !== undefined && { reference }) })
  }
  return messages.map((message) => ({ ...message, ...common }))
}

/** The problem of a row whose message was refused. */
const PROBLEMS: Readonly<Partial<Record<SubmitEntry['state'], UploadProblem>>> = {
  'bad-number': 'bad-number',
  'too-long': 'too-long',
  'opted-out': 'opted-out',
  duplicate: 'duplicate',
}

/** States in which the end of a submission is noted: what was submitted counts, though it was stopped meanwhile. */
const STARTED: ReadonlySet<UploadState> = new Set(['sending', 'paused', 'cancelled'])

/**
 * Notes the progress of an upload, unless that was done elsewhere. From the first row that could not be paid for, rows
 * are not noted: that stops the upload, and they are submitted again when it goes on.
 */
async function noteSent(
  { sql, clock }: SendOptions,
  upload: UploadEntry,
  { to, sent, lacking }: Stretch,
  entries: readonly SubmitEntry[],
): Promise<boolean> {
  const { uploadId } = upload
  const unpaid = entries.findIndex(({ smsId, state }) => smsId === 0 && state === 'no-credit')
  const noted = unpaid < 0 ? entries : entries.slice(0, unpaid)
  const sentRows = unpaid < 0 ? to : (sent[unpaid] as Sent).row
  const refused = noted.flatMap(({ smsId, state }, index): ProblemRow[] =>
    smsId === 0 ? [{ row: (sent[index] as Sent).row, problem: PROBLEMS[state] ?? 'bad-number' }] : [],
  )
  return inTransaction(sql, async (tx) => {
    const row = await lockUpload(tx, uploadId)
    if (row === undefined || !STARTED.has(row.state) || row.sentRows !== upload.sentRows) return false
    // What was submitted meanwhile has named the limit that it had before.
    if (!isSameLimit(row.speedLimit, upload.speedLimit)) await changeSpeed(tx, row, row.speedLimit, clock.now())
    const problems = { ...row.problems }
    const leftOut = [...refused, ...lacking.filter(({ row: number }) => number < sentRows)]
    for (const { problem } of leftOut) problems[problem] = (problems[problem] ?? 0) + 1
    await insertProblems(tx, uploadId, leftOut)
    await tx`
      update upload set sent_rows = ${sentRows}::integer, submitted = submitted + ${noted.length}::integer,
        accepted = accepted + ${noted.length - refused.length}::integer, problems = ${JSON.stringify(problems)}::text::jsonb,
        touched_at = ${new Date(clock.now())}::timestamptz
      where upload_id = ${uploadId}::bigint`
    if (unpaid >= 0 && row.state === 'sending') await stopUpload(tx, row, 'no-credit')
    return unpaid < 0
  })
}

function isSameLimit(one: SpeedLimit | null, other: SpeedLimit | null): boolean {
  return one?.parts === other?.parts && one?.seconds === other?.seconds
}

/** Stops an upload that cannot continue on its own; one that was being checked waits for a plan again. */
export async function stopUpload(sql: Queryable, { uploadId, state }: UploadEntry, reason: string): Promise<void> {
  await sql`
    update upload set state = ${state === 'sending' ? 'paused' : 'received'}, paused_because = ${reason}
    where upload_id = ${uploadId}::bigint and state = ${state}`
}

const LASTING: ReadonlySet<ErrorCategory> = new Set(['forbidden', 'unauthenticated', 'invalid', 'conflict'])

/** Why rows cannot be submitted until someone acts; undefined when they may be accepted later. */
export function lastingReason(error: unknown): string | undefined {
  if (!isGatewayError(error)) return undefined
  return LASTING.has(error.category) ? error.code : undefined
}
