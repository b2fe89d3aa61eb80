import type {
  MessageRecord,
  MessageState,
  Principal,
  UploadProblem,
  UploadRecord,
  UploadRow,
} from '@heliograph/contracts'
import { FAILED_STATES } from '@heliograph/messaging'
import type { CsvColumns } from '../../csv-files.ts'
import type { PortalServices } from '../../services.ts'
import { formatMessageError } from '../messages/message-schemas.ts'

/** Rows that were left out, or messages, that are in memory at once. */
const PAGE = 500

/** Someone who did not get the text. */
export interface FailedRow {
  /** Of the file, from 1; null where there was none. */
  readonly row: number | null
  /** As it was written where it is no number. */
  readonly number: string
  readonly reason: UploadProblem | MessageState
  /** What the network said; null where it was not asked. */
  readonly error: string | null
  readonly text: string
}

export const FAILED_COLUMNS: CsvColumns<FailedRow> = {
  row: ({ row }) => row,
  number: ({ number }) => number,
  reason: ({ reason }) => reason,
  error: ({ error }) => error,
  text: ({ text }) => text,
}

interface FailedPage {
  readonly records: readonly FailedRow[]
  readonly next: number | undefined
}

/** Resolves with one page after the other: first the rows that were left out, then the messages that have failed. */
export function failedPages(
  { uploads, reports }: Pick<PortalServices, 'uploads' | 'reports'>,
  principal: Principal,
  upload: UploadRecord,
  signal: AbortSignal,
): () => Promise<FailedPage> {
  const { uploadId, bulkId } = upload
  let isOfRows = true
  let at: number | undefined

  async function leftOut(): Promise<FailedPage> {
    const { rows, next } = await uploads.rows(principal, uploadId, { after: at, limit: PAGE, problem: 'any' })
    isOfRows = next !== undefined
    at = next
    return { records: rows.map((row) => ofRow(row, upload)), next: 0 }
  }

  async function failed(): Promise<FailedPage> {
    const filter = { bulkId, states: FAILED_STATES, before: at, limit: PAGE }
    const { records, next } = await reports.find(principal, filter, { signal })
    at = next
    return { records: records.map((message) => ofMessage(message, bulkId)), next }
  }

  return () => (isOfRows ? leftOut() : failed())
}

function ofRow({ row, to, cells, text, problem }: UploadRow, { plan }: UploadRecord): FailedRow {
  const number = to === null ? (cells?.[plan?.numberColumn ?? 0] ?? '') : `+${to}`
  return { row, number, reason: problem ?? 'unreadable', error: null, text }
}

/** Messages of an upload bear the number of their row. */
function ofMessage({ messageId, to, state, errorId, text }: MessageRecord, bulkId: string): FailedRow {
  const row = messageId.startsWith(`${bulkId}:`) ? Number(messageId.slice(bulkId.length + 1)) : Number.NaN
  return {
    row: Number.isSafeInteger(row) ? row : null,
    number: `+${to}`,
    reason: state,
    error: formatMessageError(errorId)?.description ?? null,
    text,
  }
}
