import type { MessageState, ReceiptStatus } from '@heliograph/contracts'
import type { HistoryFacts, NotedEntry, ReplacedEnd } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'

/** How many notes are shown at most. */
const NOTES = 1_000

/** A row that `addHistory` wrote; its kind determines which columns have a value. */
interface NoteRow {
  readonly kind: NotedEntry['kind'] | 'ended'
  readonly at: Date
  readonly link: string
  readonly attempt: number
  readonly part: number
  readonly state: string
  readonly network_status: string
  readonly error_id: number | null
  readonly until: Date
  readonly times: number
  readonly receipt_text: string | null
}

/** The notes of a message, oldest first. */
export function selectNotes(sql: Sql, smsId: number) {
  return sql<NoteRow[]>`
    select kind, at, link, attempt, part, state, network_status, error_id, until, times, receipt_text
    from message_history where sms_id = ${smsId}::bigint
    order by sms_id, at, kind, link, attempt, part, network_status limit ${NOTES}::integer`
}

export function mapRowsToNotes(rows: readonly NoteRow[]): Pick<HistoryFacts, 'noted' | 'replaced'> {
  return {
    noted: rows.flatMap((row) => (row.kind === 'ended' ? [] : [mapRowToEntry(row, row.kind)])),
    replaced: rows.filter((row) => row.kind === 'ended').map(mapRowToReplaced),
  }
}

function mapRowToEntry(row: NoteRow, kind: NotedEntry['kind']): NotedEntry {
  const { at, link, attempt, part, until, times, error_id: errorId } = row
  const networkStatus = row.network_status === '' ? null : row.network_status
  switch (kind) {
    case 'put-off':
      return { kind, at, link, attempt, networkStatus, dueAt: until }
    case 'put-back':
      return { kind, at, until, times, link, attempt, networkStatus }
    case 'passed-on':
      return { kind, at, link, attempt, networkStatus, errorId }
    case 'report': {
      const { state, network_status: word, receipt_text: text } = row
      return { kind, at, attempt, part, status: state as ReceiptStatus, networkStatus: word, errorId, text }
    }
    case 'receipt':
      return { kind, at, attempt, part, state: row.state as MessageState, networkStatus: row.network_status, errorId }
  }
}

function mapRowToReplaced(row: NoteRow): ReplacedEnd {
  const { at, attempt, part, until: replacedAt, error_id: errorId } = row
  const networkStatus = row.network_status === '' ? null : row.network_status
  return {
    entry: { kind: 'ended', at, state: row.state as MessageState, networkStatus, errorId },
    replacedAt,
    attempt,
    part,
  }
}
