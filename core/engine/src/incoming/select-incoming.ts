import type { Sql } from '../database/database.ts'

export interface IncomingRow {
  readonly incoming_id: number
  readonly channel_id: number
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly encoding: number
  /** 1 = unread, 0 = read. */
  readonly status: 0 | 1
  readonly received_at: Date
}

/** A message of the page, or, without one, only how the search stands. The same of it in every row. */
export type IncomingStepRow = {
  /** Messages that fit, at most one more than were wanted. */
  readonly found: number
  /** The last id that was looked at, when fewer were found than wanted and there is more to look at. */
  readonly looked_to: number | null
} & (IncomingRow | { readonly incoming_id: null })

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

/**
 * One step of a search for incoming SMS of a client, oldest first, along one index: what fits is chosen from a limited stretch of it. Those that are unread have an
 * index of their own, as they are few among many. Rows are compared where plain conditions would say the same: only that index has the order that is asked for
 * then.
 */
export function selectIncoming(sql: Sql, selection: IncomingSelection, limits: IncomingLimits) {
  const { clientId, channelId, since, isRead, after } = selection
  const stretch = sql`
    (client_id, incoming_id) > (${clientId}::bigint, ${after}::bigint) and (client_id, incoming_id) < (${clientId}::bigint + 1, 0)
    and incoming_id > ${after}::bigint ${isRead === false ? sql`and status = 1` : sql``}`
  return sql<IncomingStepRow[]>`
    with page as materialized (
      select stretch.incoming_id
      from (
        select * from incoming_message where ${stretch} order by client_id, incoming_id limit ${limits.entries}::integer
      ) as stretch
      where (${channelId}::bigint is null or stretch.channel_id = ${channelId}::bigint)
        ${since === undefined ? sql`` : sql`and stretch.received_at >= ${since}::timestamptz`}
        ${isRead === true ? sql`and stretch.status = 0` : sql``}
      order by stretch.client_id, stretch.incoming_id
      limit ${limits.messages}::integer + 1
    ),
    standing as materialized (
      select counted.found, case when counted.found <= ${limits.messages}::integer then (
        select incoming_id from incoming_message where ${stretch} order by client_id, incoming_id
        limit 1 offset ${limits.entries}::integer - 1
      ) end as looked_to
      from (select count(*) as found from page) as counted
    )
    select standing.found, standing.looked_to, message.incoming_id, message.channel_id, message.sender, message.recipient,
      message.body, message.encoding, message.status, message.received_at
    from standing left join (
      select message.*, sum(octet_length(message.body)) over (order by message.incoming_id) as octets
      from (select incoming_id from page order by incoming_id limit ${limits.messages}::integer) as chosen
      cross join lateral (
        select * from incoming_message where incoming_message.incoming_id = chosen.incoming_id limit 1
      ) as message
    ) as message on message.octets <= ${limits.octets}::bigint
    order by message.incoming_id`
}
