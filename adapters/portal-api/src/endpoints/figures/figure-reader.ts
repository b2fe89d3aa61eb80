import type {
  FigureStep,
  PeriodCount,
  PeriodFilter,
  PeriodOutcome,
  PeriodReport,
  Principal,
} from '@heliograph/contracts'
import type { Static } from 'typebox'
import type { PortalServices } from '../../services.ts'
import { subtractAmounts } from '../sending/money.ts'
import type { figureQuery, figuresSchema, wholeSchema } from './figure-schemas.ts'
import { checkPeriod, type Period } from './period.ts'

type Figures = Static<typeof figuresSchema>
type WholeFigures = Static<typeof wholeSchema>
export type FigureQuery = Static<typeof figureQuery>

/** Counts for a query, and how its counts are shown. Throws `invalid` for a period that does not exist. */
export function figureReader({ channels, periodFigures }: PortalServices, principal: Principal, query: FigureQuery) {
  checkPeriod(query)
  const isOfAll = query.everyClient === true && principal.role === 'operator'
  const clientId = isOfAll ? undefined : principal.clientId

  const count = ({ from, until }: Period, more: Pick<PeriodFilter, 'step' | 'by'> = {}): Promise<PeriodReport> =>
    periodFigures.of(principal, { clientId, from, until, ...more })

  const outcomes = ({ from, until }: Period, step?: FigureStep) =>
    periodFigures.outcomes(principal, { clientId, from, until, step })

  function format(counted: PeriodCount | undefined): Figures {
    const { messages = 0, parts = 0, ended = 0, delivered = 0, charged = '0', refunded = '0' } = counted ?? {}
    return {
      messages,
      parts,
      ended,
      delivered,
      deliveryRate: ended === 0 ? null : delivered / ended,
      cost: isOfAll ? null : subtractAmounts(charged, refunded),
    }
  }

  /** Opt-outs concern all channels, so a user of one channel does not see them. */
  const knowsOptOuts = async () => principal.role === 'operator' || (await channels.visibleTo(principal)) === null

  return {
    isOfAll,
    count,
    format,
    /** The figures of the whole period, and how far they have been counted. */
    async whole(period: Period): Promise<Omit<PeriodReport, 'counts'> & { readonly figures: WholeFigures }> {
      const [{ counts, ...counted }, [outcome], isReported] = await Promise.all([
        count(period),
        outcomes(period),
        knowsOptOuts(),
      ])
      return { ...counted, figures: { ...format(counts[0]), ...formatOutcome(counts[0], outcome, isReported) } }
    },
    /** Of each step in which there was anything. */
    async steps(period: Period, step: FigureStep): Promise<(WholeFigures & { readonly at: string })[]> {
      const [{ counts }, found, isReported] = await Promise.all([
        count(period, { step }),
        outcomes(period, step),
        knowsOptOuts(),
      ])
      const counted = new Map(counts.map((each) => [each.at ?? period.from, each]))
      const outcome = new Map(found.map((each) => [each.at ?? period.from, each]))
      const days = [...new Set([...counted.keys(), ...outcome.keys()])].sort()
      return days.map((at) => {
        const of = counted.get(at)
        return { at, ...format(of), ...formatOutcome(of, outcome.get(at), isReported) }
      })
    },
  }
}

function formatOutcome(counted: PeriodCount | undefined, outcome: PeriodOutcome | undefined, isReported: boolean) {
  const { delivered = 0 } = counted ?? {}
  const { replies = 0, handset = null } = outcome ?? {}
  const optOuts = isReported ? (outcome?.optOuts ?? 0) : null
  const rate = (count: number | null) => (count === null || delivered === 0 ? null : count / delivered)
  return {
    replies,
    replyRate: rate(replies),
    optOuts,
    optOutRate: rate(optOuts),
    handsetP50Ms: handset?.p50Ms ?? null,
    handsetP90Ms: handset?.p90Ms ?? null,
  }
}
