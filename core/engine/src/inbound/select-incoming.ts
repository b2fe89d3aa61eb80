import type { IncomingRecord } from '@heliograph/contracts'
import { numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

interface IncomingRow extends Omit<IncomingRecord, 'encoding' | 'text'> {
  /** Null: removed. */
  readonly text: string | null
  readonly encoding: number
}

/** A message of the page, or, if there is none, only the state of the search. That state is the same in every row. */
export type IncomingStepRow = {
  /** How many messages fit, at most one more than were wanted. */
  readonly found: number
  /** The last id that was looked at, when fewer were found than wanted and there is more to look at. */
  readonly looked_to: number | null
} & (IncomingRow | { readonly incomingId: null })

export interface IncomingSelection {
  readonly clientId: number
  /** Only those to this channel; null: to any of the client. */
  readonly channelId: number | null
  readonly since: Date | undefined
  readonly isRead: boolean | undefined
  /** Only messages with higher ids. */
  readonly after: number
}

/** How far one step of a search goes. */
export interface IncomingLimits {
  /** Entries of the index that are looked at. */
  readonly entries: number
  readonly messages: number
  /** Octets of texts. */
  readonly octets: number
}

/** Both values of `status`, 0 = read and 1 = unread: each has a stretch of the index of its own. */
const STATUSES = [0, 1] as const

/**
 * One step of a search for incoming SMS of a client or of a channel, oldest first: those that fit are chosen from a
 * limited stretch of an index for each status, then merged. If stretches were not looked at to their ends, the page
 * ends where the first of them was cut off. Whole rows are compared where plain conditions would mean the same, because
 * then only that index has the requested order.
 */
export function selectIncoming(sql: Sql, selection: IncomingSelection, limits: IncomingLimits) {
  const { clientId, since, isRead } = selection
  const statuses = isRead === undefined ? STATUSES : [isRead ? 0 : 1]
  const { stretch, order } = chooseIndex(sql, selection)
  return sql<IncomingStepRow[]>`
    with wanted as materialized (select unnest(${numberArray(statuses)}::smallint[]) as status),
    fitting as materialized (
      select wanted.status, entry.incoming_id
      from wanted cross join lateral (
        select message.incoming_id
        from (
          select * from incoming_message as message where ${stretch} order by ${order} limit ${limits.entries}::integer
        ) as message
        where message.client_id = ${clientId}::bigint
          ${since === undefined ? sql`` : sql`and message.received_at >= ${since}::timestamptz`}
        order by ${order}
        limit ${limits.messages}::integer + 1
      ) as entry
    ),
    looked as materialized (
      select min(case when counted.found > ${limits.messages}::integer then counted.last else (
        select message.incoming_id from incoming_message as message where ${stretch} order by ${order}
        limit 1 offset ${limits.entries}::integer - 1
      ) end) as looked_to
      from wanted cross join lateral (
        select count(*) as found, max(incoming_id) as last from fitting where fitting.status = wanted.status
      ) as counted
    ),
    page as materialized (
      select fitting.incoming_id from fitting, looked
      where looked.looked_to is null or fitting.incoming_id <= looked.looked_to
      order by fitting.incoming_id
      limit ${limits.messages}::integer + 1
    ),
    standing as materialized (
      select counted.found, case when counted.found <= ${limits.messages}::integer then looked.looked_to end as looked_to
      from looked, (select count(*) as found from page) as counted
    )
    select standing.found, standing.looked_to, message.incoming_id as "incomingId", message.channel_id as "channelId",
      message.sender as "from", message.recipient as "to", message.body as text, message.encoding,
      message.status = 0 as "isRead", message.received_at as "receivedAt"
    from standing left join (
      select message.*, sum(coalesce(octet_length(message.body), 0)) over (order by message.incoming_id) as octets
      from (select incoming_id from page order by incoming_id limit ${limits.messages}::integer) as chosen
      cross join lateral (
        select * from incoming_message where incoming_message.incoming_id = chosen.incoming_id limit 1
      ) as message
    ) as message on message.octets <= ${limits.octets}::bigint
    order by message.incoming_id`
}

/** The stretch of an index that has the messages of a status, and its order. */
function chooseIndex(sql: Sql, { clientId, channelId, after }: IncomingSelection) {
  const [column, id] = channelId === null ? [sql`client_id`, clientId] : [sql`channel_id`, channelId]
  const order = sql`message.${column}, message.status, message.incoming_id`
  const stretch = sql`
    (${order}) > (${id}::bigint, wanted.status, ${after}::bigint) and (${order}) < (${id}::bigint, (wanted.status + 1)::smallint, 0::bigint)
    and message.incoming_id > ${after}::bigint`
  return { stretch, order }
}
