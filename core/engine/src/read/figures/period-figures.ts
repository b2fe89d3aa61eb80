import { requireOperator } from '@heliograph/access'
import type {
  Channels,
  FigureStep,
  PeriodCount,
  PeriodFigures,
  PeriodFilter,
  PeriodOutcome,
  PeriodReport,
  Principal,
} from '@heliograph/contracts'
import type { Queryable, Sql } from '../../database/database.ts'
import type { Searches, SearchStep } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { ALL_CLIENTS } from './count-minutes.ts'
import { type DeliveryBucket, handsetTimesOf } from './delivery-times.ts'

/** The channel id under which the figures of all channels are kept. */
const ALL_CHANNELS = 0

const FOR_OPERATORS: ReadonlySet<string | undefined> = new Set(['client', 'link'])

export interface PeriodFiguresOptions {
  readonly sql: Sql
  readonly searches: Pick<Searches, 'once'>
  readonly visibleTo: Channels['visibleTo']
}

/** Whose messages are counted. */
interface Scope {
  readonly clientId: number
  readonly channelId: number
}

/** Creates the `PeriodFigures` service. */
export function createPeriodFigures({ sql, searches, visibleTo }: PeriodFiguresOptions): PeriodFigures {
  async function scopeOf(principal: Principal, { clientId = ALL_CLIENTS }: PeriodFilter): Promise<Scope> {
    if (principal.role === 'operator') return { clientId, channelId: ALL_CHANNELS }
    return { clientId: principal.clientId, channelId: (await visibleTo(principal)) ?? ALL_CHANNELS }
  }
  return {
    async of(principal, filter) {
      if (FOR_OPERATORS.has(filter.by)) requireOperator(principal)
      const scope = await scopeOf(principal, filter)
      return serviceAnswer(searches.once(sql, (on) => load(on, scope, filter)))
    },
    async outcomes(principal, filter) {
      const scope = await scopeOf(principal, filter)
      return serviceAnswer(searches.once(sql, (on) => loadOutcomes(on, scope, filter)))
    },
  }
}

interface CountRow extends Omit<PeriodCount, 'messages' | 'parts' | 'ended' | 'delivered'> {
  readonly messages: string
  readonly parts: string
  readonly ended: string
  readonly delivered: string
}

async function load({ sql, run }: SearchStep, scope: Scope, filter: PeriodFilter): Promise<PeriodReport> {
  const { from, until, step, by } = filter
  const key = by === undefined ? sql`null::text` : sql`key`
  const rows = await run(sql<CountRow[]>`
    select counted.*, campaign.name from (
      select ${stepExpression(sql, step)} as at, ${key} as key, sum(messages)::text as messages, sum(parts)::text as parts,
        sum(ended)::text as ended, sum(delivered)::text as delivered, sum(charged)::text as charged, sum(refunded)::text as refunded
      from figure_day
      where ${isWithin(sql, scope, filter)} and division = ${by ?? 'all'}::text
      group by 1, 2 having sum(messages) > 0
    ) as counted
    left join figure_campaign as campaign on ${by === 'campaign'}::boolean
      and campaign.client_id = ${scope.clientId}::bigint and campaign.bulk_id = counted.key
    order by at, key`)
  const [turns] = await run(sql<{ counted_at: Date | null; is_complete: boolean }[]>`
    select max(counted_at) as counted_at, coalesce(bool_and(counted_at is not null), true) as is_complete
    from figure_turn
    where hour >= ${from}::date::timestamp at time zone 'UTC' and hour < ${until}::date::timestamp at time zone 'UTC'`)
  return {
    counts: rows.map((row) => ({
      ...row,
      messages: Number(row.messages),
      parts: Number(row.parts),
      ended: Number(row.ended),
      delivered: Number(row.delivered),
    })),
    countedAt: turns?.counted_at ?? null,
    isComplete: turns?.is_complete ?? true,
  }
}

interface OutcomeRow {
  readonly at: string | null
  readonly division: 'reply' | 'opt-out' | 'handset'
  readonly key: string
  readonly messages: string
}

async function loadOutcomes(
  { sql, run }: SearchStep,
  scope: Scope,
  filter: PeriodFilter,
): Promise<readonly PeriodOutcome[]> {
  const rows = await run(sql<OutcomeRow[]>`
    select ${stepExpression(sql, filter.step)} as at, division, key, sum(messages)::text as messages from figure_day
    where ${isWithin(sql, scope, filter)} and division in ('reply', 'opt-out', 'handset')
    group by 1, 2, 3 having sum(messages) > 0 order by 1`)
  const steps = new Map<string | null, OutcomeRow[]>()
  for (const row of rows) {
    const step = steps.get(row.at)
    if (step === undefined) steps.set(row.at, [row])
    else step.push(row)
  }
  return [...steps].map(([at, found]) => outcomeOf(at, found, scope.channelId === ALL_CHANNELS))
}

function outcomeOf(at: string | null, rows: readonly OutcomeRow[], isOfClient: boolean): PeriodOutcome {
  const count = (division: OutcomeRow['division']) =>
    Number(rows.find((row) => row.division === division)?.messages ?? 0)
  const buckets: readonly DeliveryBucket[] = rows
    .filter(({ division }) => division === 'handset')
    .map(({ key, messages }) => ({ bucket: Number(key), messages: Number(messages) }))
  return {
    at,
    replies: count('reply'),
    optOuts: isOfClient ? count('opt-out') : null,
    handset: handsetTimesOf(buckets),
  }
}

function isWithin(sql: Queryable, { clientId, channelId }: Scope, { from, until }: PeriodFilter) {
  return sql`
    client_id = ${clientId}::bigint and channel_id = ${channelId}::bigint and day >= ${from}::date and day < ${until}::date`
}

function stepExpression(sql: Queryable, step: FigureStep | undefined) {
  return step === undefined ? sql`null::text` : sql`to_char(date_trunc(${step}::text, day::timestamp), 'YYYY-MM-DD')`
}
