import type { WebhookFilter, WebhookRecord } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { tellsOf } from '../../notify/webhooks/webhooks-about.ts'

/** A webhook of the page, if any, and the state of the search, which is the same in every row. */
export type WebhookStepRow = {
  /** How many webhooks were looked at, the lowest id among them and the latest time. */
  readonly looked_at: number
  readonly lowest: number | null
  readonly latest: Date | null
} & (WebhookRecord | { readonly webhookId: null })

export type WebhookConditions = Omit<WebhookFilter, 'before' | 'limit'>

/** The range of one step of a search. */
export interface WebhookStep {
  /** Only webhooks with lower ids, and none below `from`. */
  readonly before: number
  readonly from: number
  /** How many webhooks to look at. */
  readonly entries: number
  /** How many webhooks are wanted. */
  readonly limit: number
}

/**
 * One step of a search for webhooks, newest first: selects those that fit from a limited stretch, by the subject's
 * index or in the order of their ids. There is no index by client or state, because it would be written with every
 * webhook (and one by state would keep Postgres from updating rows in place), while the log is looked at far more
 * seldom.
 */
export function selectWebhooks(sql: Sql, conditions: WebhookConditions, { before, from, entries, limit }: WebhookStep) {
  const { clientId, channelId, kind, state, subjectId, since } = conditions
  const given = (value: unknown, condition: ReturnType<typeof sql>) => (value === undefined ? sql`` : condition)
  return sql<WebhookStepRow[]>`
    with stretch as materialized (
      select webhook_id, client_id, channel_id, kind, subject_id, subjects, url, state, attempts,
        created_at
      from webhook
      where webhook_id < ${before}::bigint and webhook_id >= ${from}::bigint
        ${subjectId === undefined ? sql`order by webhook_id desc` : sql`and ${tellsOf(sql, subjectId)}`}
      limit ${entries}::integer
    )
    select standing.looked_at, standing.lowest, standing.latest, fitting.*
    from (
      select count(*) as looked_at, min(webhook_id) as lowest, max(created_at) as latest from stretch
    ) as standing
    left join (
      select ${recordColumns(sql)} from stretch
      where true
        ${given(clientId, sql`and client_id = ${clientId ?? 0}::bigint`)}
        ${given(channelId, sql`and channel_id = ${channelId ?? 0}::bigint`)}
        ${given(kind, sql`and kind = ${kind ?? ''}::text`)}
        ${given(state, sql`and state = ${state ?? ''}::text`)}
        ${given(since, sql`and created_at >= ${since ?? new Date(0)}::timestamptz`)}
      order by webhook_id desc limit ${limit}::integer
    ) as fitting on true
    order by fitting."webhookId" desc`
}

/** The columns of a `WebhookRecord`. */
export function recordColumns(sql: Sql) {
  return sql`
    webhook_id as "webhookId", client_id as "clientId", channel_id as "channelId", kind, subject_id as "subjectId",
    subjects, url, state, attempts, created_at as "createdAt"`
}
