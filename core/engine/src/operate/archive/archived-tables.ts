import { among } from '../../database/among.ts'
import type { Sql } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'

/** Which messages, or incoming messages: those of a range of ids that are not excepted, or some. */
export type Chosen =
  | { readonly from: number; readonly to: number; readonly except: readonly number[] }
  | { readonly ids: readonly number[] }

/** What one statement reads: the first `PAGE` from an id on, or at most `PAGE` by their ids. */
export type ChosenPage = { readonly from: number; readonly to: number } | { readonly ids: readonly number[] }

export interface ArchivedRow {
  readonly id: number
  readonly client_id: number | null
  readonly at: Date
  /** By the names of the columns, as Postgres writes them. */
  readonly cells: Readonly<Record<string, string | null>>
}

export interface ArchivedTable {
  readonly data: 'messages' | 'incoming'
  readonly columns: readonly string[]
  page(sql: Sql, chosen: ChosenPage): PromiseLike<readonly ArchivedRow[]>
}

/** Rows that one statement reads. */
export const PAGE = 5_000

/** Columns of `message` that are written as they are ... */
const OF_MESSAGE = [
  'sms_id',
  'client_id',
  'user_id',
  'channel_id',
  'sender',
  'recipient',
  'encoding',
  'parts',
  'priority',
  'origin',

  'route',
  'message_id',
  'bulk_id',
  'reference',
  'metadata',
  'request_id',
  'price',
  'currency',
  'accepted_at',
  'send_at',
] as const
/** ... and of `message_state`; `moved_to` is the time that a message was moved to. */
const OF_STATE = ['state', 'attempt', 'submitted_at', 'done_at', 'error_id', 'network_status'] as const

const OF_INCOMING = [
  'incoming_id',
  'client_id',
  'channel_id',
  'link',
  'sender',
  'recipient',
  'encoding',
  'incomplete',
  'received_at',
] as const

export const ARCHIVED_MESSAGES: ArchivedTable = {
  data: 'messages',
  columns: [...OF_MESSAGE, ...OF_STATE, 'moved_to', 'body', 'content'],
  page: (sql, chosen) => sql<ArchivedRow[]>`
    select message.sms_id as id, message.client_id, message.accepted_at as at, jsonb_build_object(
      ${pairs(sql, 'message', OF_MESSAGE)}, ${pairs(sql, 'stood', OF_STATE)}, 'moved_to', stood.send_at::text,
      'body', ${messageBody(sql)},
      'content', (select content from message_content where message_content.sms_id = message.sms_id)
    ) as cells
    from message
    left join lateral (
      select * from message_state where message_state.sms_id = message.sms_id limit 1
    ) as stood on true
    where ${isChosen(sql, 'message.sms_id', chosen)}
    order by message.sms_id limit ${PAGE}::integer`,
}

export const ARCHIVED_INCOMING: ArchivedTable = {
  data: 'incoming',
  columns: [...OF_INCOMING, 'body'],
  page: (sql, chosen) => sql<ArchivedRow[]>`
    select incoming_id as id, client_id, received_at as at, jsonb_build_object(
      ${pairs(sql, 'incoming_message', OF_INCOMING)}, 'body', body
    ) as cells
    from incoming_message
    where ${isChosen(sql, 'incoming_id', chosen)}
    order by incoming_id limit ${PAGE}::integer`,
}

/** As arguments of `jsonb_build_object`, each as text: no number or time is changed on the way. */
function pairs(sql: Sql, table: string, columns: readonly string[]) {
  return sql.unsafe(columns.map((column) => `'${column}', ${table}.${column}::text`).join(', '))
}

function isChosen(sql: Sql, key: string, chosen: ChosenPage) {
  if ('ids' in chosen) return among(sql, key, chosen.ids)
  const column = sql.unsafe(key)
  return sql`${column} >= ${chosen.from}::bigint and ${column} < ${chosen.to}::bigint`
}
