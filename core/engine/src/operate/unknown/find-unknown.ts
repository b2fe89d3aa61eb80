import type { UnknownCount, UnknownFilter, UnknownMessage } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'

/** Parts that one statement looks at. */
const PAGE = 2_000

interface HeldRow extends UnknownMessage {
  readonly isMeant: boolean
}

/** Where a page ends. */
interface Place {
  readonly to: string
  readonly smsId: number
}

const BEGINNING: Place = { to: '', smsId: 0 }

/**
 * The messages of unknown outcome, page by page, in the order of their recipients: that of the index of parts whose
 * receipts are looked for by recipient (`submission.held_recipient`), which has no more than these and those that ended
 * without a receipt.
 */
export async function* pagesOfUnknown(sql: Sql, filter: UnknownFilter): AsyncIterable<readonly UnknownMessage[]> {
  let place = BEGINNING
  for (;;) {
    const rows = await selectPage(sql, filter, place)
    const meant = rows.filter(({ isMeant }) => isMeant).map(({ isMeant: _, ...message }) => message)
    if (meant.length > 0) yield meant
    const last = rows.at(-1)
    if (last === undefined) return
    place = last
  }
}

/** Also messages that are not meant, because the next page begins after the last of all. */
function selectPage(
  sql: Sql,
  { clientId, route, since }: UnknownFilter,
  after: Place,
): PromiseLike<readonly HeldRow[]> {
  return sql<HeldRow[]>`
    with part as materialized (
      select held_recipient, sms_id, link from submission
      where held_recipient >= ${after.to} and (held_recipient, sms_id) > (${after.to}, ${after.smsId}::bigint)
        and held_recipient is not null
      order by held_recipient, sms_id limit ${PAGE}::integer
    ),
    held as materialized (
      select held_recipient, sms_id, max(link) as link from part group by held_recipient, sms_id
      order by held_recipient, sms_id
    )
    select held.sms_id as "smsId", message.client_id as "clientId", held.held_recipient as to, message.route,
      message.priority, message.accepted_at as "acceptedAt", stored.submitted_at as since, held.link,
      coalesce(stored.state = 'unknown', false)
        ${clientId === undefined ? sql`` : sql`and message.client_id = ${clientId}::bigint`}
        ${route === undefined ? sql`` : sql`and message.route = ${route}`}
        ${since === undefined ? sql`` : sql`and message.accepted_at >= ${since}::timestamptz`} as "isMeant"
    from held
    left join lateral (
      select state, submitted_at from message_state where message_state.sms_id = held.sms_id limit 1
    ) as stored on true
    left join lateral (
      select client_id, route, priority, accepted_at from message where message.sms_id = held.sms_id limit 1
    ) as message on true
    order by held.held_recipient, held.sms_id`
}

export async function countUnknown(sql: Sql, filter: UnknownFilter): Promise<readonly UnknownCount[]> {
  const counts = new Map<string, UnknownCount>()
  for await (const page of pagesOfUnknown(sql, filter)) {
    for (const { clientId, route, acceptedAt } of page) {
      const key = `${clientId} ${route}`
      const { messages, oldestAt } = counts.get(key) ?? { messages: 0, oldestAt: acceptedAt }
      const oldest = new Date(Math.min(acceptedAt.getTime(), oldestAt.getTime()))
      counts.set(key, { clientId, route, messages: messages + 1, oldestAt: oldest })
    }
  }
  return [...counts.values()].sort((a, b) => a.clientId - b.clientId || (a.route < b.route ? -1 : 1))
}
