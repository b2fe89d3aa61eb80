import { requireOperator } from '@heliograph/access'
import type {
  Channels,
  Clock,
  DeploymentReport,
  MessageCounts,
  MessageState,
  MinuteDeliveryTimes,
  Principal,
  StatusScope,
  SystemStatus,
  WebhookCounts,
} from '@heliograph/contracts'
import { ExpiringCache } from '../../accounts/expiring-cache.ts'
import type { Sql } from '../../database/database.ts'
import type { Searches, SearchStep } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { countPausedEndpoints } from '../../notify/webhooks/webhook-batches.ts'
import { countWaiting, queueDepths } from '../../outbound/batches/waiting-messages.ts'
import { ALL_CLIENTS, channelScope } from './count-minutes.ts'
import { type DeliveryBucket, deliveryTimesOf } from './delivery-times.ts'
import { loadLinks } from './link-reports.ts'

const FRESH_MS = 1_000
const MAX_MINUTES = 1_440
const REMEMBERED = 10_000

export interface SystemStatusOptions {
  readonly sql: Sql
  readonly searches: Pick<Searches, 'once'>
  readonly clock: Clock
  readonly visibleTo: Channels['visibleTo']
}

/** Creates the `SystemStatus` service. */
export function createSystemStatus({ sql, searches, clock, visibleTo }: SystemStatusOptions): SystemStatus {
  const answers = new ExpiringCache<string, Promise<unknown>>(REMEMBERED)
  const failed = new WeakSet<Promise<unknown>>()

  /** Callers that ask at the same time share an answer; a failure is not given to others. */
  function remember<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const known = answers.get(question, clock.now(), FRESH_MS) as Promise<T> | undefined
    if (known !== undefined && !failed.has(known)) return known
    const answer = serviceAnswer(ask())
    answers.set(question, answer, clock.now())
    answer.catch(() => failed.add(answer))
    return answer
  }

  /** The id under which the requested figures are kept. */
  async function scopeOf(principal: Principal, { clientId = ALL_CLIENTS }: StatusScope): Promise<number> {
    if (principal.role === 'operator') return clientId
    const visible = await visibleTo(principal)
    return visible === null ? principal.clientId : channelScope(visible)
  }

  return {
    async messages(principal, { minutes, ...scope }) {
      const scopeId = await scopeOf(principal, scope)
      const period = Math.min(MAX_MINUTES, Math.max(1, Math.floor(minutes) || 1))
      return remember(`${scopeId} ${period}`, () => searches.once(sql, (on) => loadCounts(on, scopeId, period)))
    },
    async webhooks(principal, scope = {}) {
      const scopeId = await scopeOf(principal, scope)
      return remember(`webhooks ${scopeId}`, () => searches.once(sql, (on) => loadWebhooks(on, scopeId)))
    },
    async deployment(principal) {
      requireOperator(principal)
      return remember('deployment', () => loadDeployment(sql))
    },
  }
}

interface CountRow {
  readonly minute: Date
  readonly origin: string
  readonly state: MessageState
  readonly count: number
}

async function loadCounts(on: SearchStep, clientId: number, minutes: number): Promise<MessageCounts> {
  const { sql, run } = on
  const [turn] = await run(sql<{ counted_at: Date | null }[]>`select counted_at from minute_count_turn`)
  const rows = await run(sql<CountRow[]>`
    select minute, origin, state, count from minute_count
    where kind = 'message' and client_id = ${clientId}::bigint
      and minute > now() - ${minutes}::integer * interval '1 minute' - interval '1 minute'
    order by minute, origin, state`)
  const counts = rows.map(({ minute, origin, state, count: messages }) => ({ minute, origin, state, messages }))
  const buckets = await loadBuckets(on, clientId, minutes)
  return {
    counts,
    countedAt: turn?.counted_at ?? null,
    deliveryTimes: deliveryTimesOf(buckets),
    minuteDeliveryTimes: byMinute(buckets),
  }
}

type MinuteBucket = DeliveryBucket & { readonly minute: Date }

function loadBuckets({ sql, run }: SearchStep, clientId: number, minutes: number): Promise<readonly MinuteBucket[]> {
  return run(sql<MinuteBucket[]>`
    select minute, state::integer as bucket, count as messages from minute_count
    where kind = 'delivery' and client_id = ${clientId}::bigint
      and minute > now() - ${minutes}::integer * interval '1 minute' - interval '1 minute'
    order by minute`)
}

function byMinute(buckets: readonly MinuteBucket[]): readonly MinuteDeliveryTimes[] {
  const minutes = new Map<number, MinuteBucket[]>()
  for (const bucket of buckets) {
    const own = minutes.get(bucket.minute.getTime())
    if (own === undefined) minutes.set(bucket.minute.getTime(), [bucket])
    else own.push(bucket)
  }
  return [...minutes].flatMap(([minute, own]) => {
    const times = deliveryTimesOf(own)
    return times === null ? [] : [{ minute: new Date(minute), ...times }]
  })
}

async function loadDeployment(sql: Sql): Promise<DeploymentReport> {
  const startedAt = performance.now()
  const [connections] = await sql<{ used: number; most: number }[]>`
    select count(*)::integer as used, current_setting('max_connections')::integer as most from pg_stat_activity
    where backend_type = 'client backend'`
  const answerMs = Math.round(performance.now() - startedAt)
  const nodes = await sql<NodeRow[]>`select name, roles, started_at, beat_at from node order by started_at, name`
  return {
    queue: queueDepths(await countWaiting(sql)),
    links: await loadLinks(sql),
    nodes: nodes.map(({ name, roles, started_at: startedAt, beat_at: seenAt }) => ({ name, roles, startedAt, seenAt })),
    webhooks: await loadWebhooks({ sql, run: async (statement) => statement }, ALL_CLIENTS),
    pausedHosts: await countPausedEndpoints(sql),
    database: { answerMs, connections: connections?.used ?? 0, maxConnections: connections?.most ?? 0 },
  }
}

interface NodeRow {
  readonly name: string
  readonly roles: readonly string[]
  readonly started_at: Date
  readonly beat_at: Date
}

async function loadWebhooks({ sql, run }: SearchStep, clientId: number): Promise<WebhookCounts> {
  const rows = await run(sql<{ state: keyof WebhookCounts; count: number }[]>`
    select state, sum(count)::integer as count from minute_count
    where kind = 'webhook' and client_id = ${clientId}::bigint and minute > now() - interval '1 hour'
    group by state`)
  const none: WebhookCounts = { delivered: 0, waiting: 0, retrying: 0, failed: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}
