import type { HistoryEntry, MessageRecord } from '@heliograph/contracts'
import type { HistoryFacts, PartFacts } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import type { SearchStep } from '../../database/searches.ts'
import { tellsOf } from '../../notify/webhooks/webhooks-about.ts'
import { ATTEMPTS, attemptsMade } from '../webhook-log/attempts-made.ts'
import { mapRowsToNotes, selectNotes } from './history-notes.ts'

/** Loads everything that is kept about a client's message besides its record. */
export async function loadHistoryFacts(
  { sql, run }: SearchStep,
  clientId: number,
  record: MessageRecord,
): Promise<HistoryFacts> {
  const { smsId } = record
  const [standing] = await run(selectStanding(sql, clientId, record))
  return {
    requestId: standing?.request_id ?? null,
    link: standing?.link ?? null,
    isPrepaid: standing?.is_prepaid ?? false,
    parts: await run(selectParts(sql, smsId)),
    ...mapRowsToNotes(await run(selectNotes(sql, smsId))),
    ...mapRowsToWebhooks(await run(selectAttempts(sql, smsId))),
  }
}

interface StandingRow {
  readonly request_id: string | null
  readonly link: string | null
  readonly is_prepaid: boolean
}

/**
 * Clients that are billed afterwards have no entries in the ledger, so one that had any by the end of the message was
 * prepaid then.
 */
function selectStanding(sql: Sql, clientId: number, { smsId, doneAt }: MessageRecord) {
  return sql<StandingRow[]>`
    select
      (select request_id from message where sms_id = ${smsId}::bigint limit 1) as request_id,
      (select link from attempt where sms_id = ${smsId}::bigint limit 1) as link,
      coalesce((
        select at < ${doneAt}::timestamptz + interval '1 minute' from credit_entry
        where client_id = ${clientId}::bigint order by client_id, entry_id limit 1
      ), false) as is_prepaid`
}

function selectParts(sql: Sql, smsId: number) {
  return sql<PartFacts[]>`
    select attempt, part, link, network_id as "networkId", state::text as state, network_status as "networkStatus",
      error_id as "errorId", submitted_at as "answeredAt", done_at as "doneAt"
    from submission where sms_id = ${smsId}::bigint order by sms_id, attempt, part`
}

/** A webhook with one of its attempts, or without any. */
interface AttemptRow {
  readonly webhook_id: number
  readonly url: string
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly created_at: Date
  readonly attempt: number | null
  readonly at: Date
  readonly status: number | null
  readonly failure: string | null
  readonly elapsed_ms: number
}

/**
 * In the order of time, not of ids: while Postgres has no statistics of a range, it would go through all webhooks of it
 * in the order of their ids.
 */
function selectAttempts(sql: Sql, smsId: number) {
  return sql<AttemptRow[]>`
    select webhook.webhook_id, webhook.url, webhook.state, webhook.created_at,
      made.attempt, made.at, made.status, made.failure, made.elapsed_ms
    from webhook
    left join lateral (${attemptsMade(sql, 'asc')}) as made on true
    where ${tellsOf(sql, smsId)}
    order by webhook.created_at, webhook.webhook_id, made.attempt limit ${ATTEMPTS}::integer`
}

function mapRowsToWebhooks(rows: readonly AttemptRow[]): Pick<HistoryFacts, 'webhooks' | 'attempts'> {
  const webhooks = new Map(
    rows.map((row) => {
      const { webhook_id: webhookId, url, state, created_at: at } = row
      return [webhookId, { kind: 'webhook', at, webhookId, url, state } as const]
    }),
  )
  const attempts = rows.flatMap((row): readonly Extract<HistoryEntry, { kind: 'webhook-attempt' }>[] => {
    const { webhook_id: webhookId, attempt, at, status, failure, elapsed_ms: elapsedMs } = row
    return attempt === null ? [] : [{ kind: 'webhook-attempt', at, webhookId, attempt, status, failure, elapsedMs }]
  })
  return { webhooks: [...webhooks.values()], attempts }
}
