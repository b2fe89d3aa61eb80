import type {
  Channels,
  FigureDivision,
  FigureStep,
  PeriodCount,
  PeriodFigures,
  PeriodFilter,
  PeriodReport,
  Principal,
} from '@heliograph/contracts'
import { MESSAGE_STATES } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { textArray } from '../../database/arrays.ts'
import type { Queryable, Sql } from '../../database/database.ts'
import type { Searches, SearchStep } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { ALL_CLIENTS } from './count-minutes.ts'

/** Of these a share is delivered. */
const ENDED = MESSAGE_STATES.filter((state) => isFinal(state) && state !== 'cancelled')

const COLUMNS: Readonly<Record<FigureDivision, string>> = {
  channel: 'channel_id',
  user: 'user_id',
  origin: 'origin',
  'calling-code': 'calling_code',
  state: 'state',
  error: 'error_id',
}

export interface PeriodFiguresOptions {
  readonly sql: Sql
  readonly searches: Pick<Searches, 'once'>
  readonly visibleTo: Channels['visibleTo']
}

/** Whose messages are counted. */
interface Scope {
  readonly clientId: number
  /** Null: those of all channels. */
  readonly channelId: number | null
}

/** Creates the `PeriodFigures` service. */
export function createPeriodFigures({ sql, searches, visibleTo }: PeriodFiguresOptions): PeriodFigures {
  async function scopeOf(principal: Principal, { clientId = ALL_CLIENTS }: PeriodFilter): Promise<Scope> {
    if (principal.role === 'operator') return { clientId, channelId: null }
    return { clientId: principal.clientId, channelId: await visibleTo(principal) }
  }
  return {
    async of(principal, filter) {
      const scope = await scopeOf(principal, filter)
      return serviceAnswer(searches.once(sql, (on) => load(on, scope, filter)))
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
  const { clientId, channelId } = scope
  const rows = await run(sql<CountRow[]>`
    select ${stepExpression(sql, step)} as at, ${by === undefined ? sql`null::text` : sql.unsafe(`${COLUMNS[by]}::text`)} as key,
      sum(messages)::text as messages, sum(parts)::text as parts,
      coalesce(sum(messages) filter (where state = any(${textArray(ENDED)}::text[])), 0)::text as ended,
      coalesce(sum(messages) filter (where state = 'delivered'), 0)::text as delivered,
      sum(charged)::text as charged, sum(refunded)::text as refunded
    from report_day
    where client_id = ${clientId}::bigint and day >= ${from}::date and day < ${until}::date and messages > 0
      and (${channelId}::bigint is null or channel_id = ${channelId}::bigint)
    group by 1, 2 having sum(messages) > 0 order by 1, 2`)
  const [turns] = await run(sql<{ counted_at: Date | null; is_complete: boolean }[]>`
    select max(counted_at) as counted_at, coalesce(bool_and(counted_at is not null), true) as is_complete
    from report_turn
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

function stepExpression(sql: Queryable, step: FigureStep | undefined) {
  return step === undefined ? sql`null::text` : sql`to_char(date_trunc(${step}::text, day::timestamp), 'YYYY-MM-DD')`
}
