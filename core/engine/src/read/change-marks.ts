import type { ChangeMarks, Channels, MarkedSubject } from '@heliograph/contracts'
import type postgres from '@heliograph/postgres-driver'
import type { Sql } from '../database/database.ts'
import type { Searches, SearchStep } from '../database/searches.ts'
import { serviceAnswer } from '../database/service-answer.ts'

/** The newest ones, whose changes are noticed at once. Of older messages the figures tell. */
const NEWEST_MESSAGES = 50
/** Looked at for those of one channel. */
const LOOKED_AT = 200
/** A conversation whose change is committed late is among the last ones all the same. */
const LAST_CHANGED = 20
const HIGHEST = '9223372036854775807'

export interface ChangeMarksOptions {
  readonly sql: Sql
  readonly searches: Pick<Searches, 'once'>
  readonly visibleTo: Channels['visibleTo']
}

/** Whose changes. */
interface Marked {
  /** Null: those of all clients. */
  readonly clientId: number | null
  /** Null: of all its channels. */
  readonly channelId: number | null
}

/** Creates the `ChangeMarks` service. */
export function createChangeMarks({ sql, searches, visibleTo }: ChangeMarksOptions): ChangeMarks {
  return {
    async of(principal, subject, { everyClient = false } = {}) {
      const isEvery = everyClient && principal.role === 'operator'
      const channelId = isEvery ? null : await visibleTo(principal)
      const marked = { clientId: isEvery ? null : principal.clientId, channelId }
      const [row] = await serviceAnswer(searches.once(sql, (on) => on.run(SELECTS[subject](on, marked))))
      return row?.mark ?? ''
    },
  }
}

type MarkRow = { readonly mark: string | null }

type Select = (on: SearchStep, marked: Marked) => postgres.PendingQuery<MarkRow[]>

const SELECTS: Readonly<Record<MarkedSubject, Select>> = {
  conversations: ({ sql }, { clientId }) => sql<MarkRow[]>`
    select concat_ws(' ', last.changes, next.wakes_at) as mark
    from (
      select md5(string_agg(changed::text, ',' order by changed)) as changes from (
        select changed from conversation
        where (client_id, changed) >= (${clientId}::bigint, 0::bigint)
          and (client_id, changed) <= (${clientId}::bigint, ${HIGHEST}::bigint)
        order by client_id desc, changed desc limit ${LAST_CHANGED}::integer
      ) as newest
    ) as last,
    (
      select min(snoozed_until)::text as wakes_at from conversation
      where client_id = ${clientId}::bigint and snoozed_until > now()
    ) as next`,
  messages: ({ sql }, { clientId, channelId }) => sql<MarkRow[]>`
    select md5(string_agg(state.sms_id || ' ' || state.state, ',' order by state.sms_id)) as mark
    from (
      select sms_id from (
        ${
          clientId === null
            ? sql`select sms_id, channel_id from message order by sms_id desc limit ${NEWEST_MESSAGES}::integer`
            : sql`
              select sms_id, channel_id from message
              where (client_id, sms_id) >= (${clientId}::bigint, 0::bigint)
                and (client_id, sms_id) <= (${clientId}::bigint, ${HIGHEST}::bigint)
              order by client_id desc, sms_id desc limit ${channelId === null ? NEWEST_MESSAGES : LOOKED_AT}::integer`
        }
      ) as newest
      where channel_id = coalesce(${channelId}::bigint, channel_id)
      order by sms_id desc limit ${NEWEST_MESSAGES}::integer
    ) as message
    cross join lateral (
      select sms_id, state from message_state where message_state.sms_id = message.sms_id limit 1
    ) as state`,
  figures: ({ sql }) => sql<MarkRow[]>`select counted_at::text as mark from minute_count_turn`,
}
