import { type FigureDivision, type PeriodCount, type PeriodFilter, type Principal, ROLES } from '@heliograph/contracts'
import { errorById, mainCountryOf } from '@heliograph/messaging'
import { defuseFormula, formatCsv } from '@heliograph/wire'
import type { Static } from 'typebox'
import { BYTE_ORDER_MARK, csvHeaders } from '../../csv-files.ts'
import { defineEndpoint } from '../../endpoint.ts'
import type { PortalServices } from '../../services.ts'
import { subtractAmounts } from '../sending/money.ts'
import { figureQuery, figureReportSchema, type figuresSchema } from './figure-schemas.ts'
import { checkPeriod, type Period, periodBefore } from './period.ts'

type Figures = Static<typeof figuresSchema>
type Query = Static<typeof figureQuery>

const getFigures = defineEndpoint({
  method: 'GET',
  path: '/figures',
  id: 'getFigures',
  summary: 'Messages of past days in figures, compared with the period before',
  roles: ROLES,
  query: figureQuery,
  answer: figureReportSchema,
  errors: ['invalid'],
  async handle({ services }, { principal, query }) {
    const reader = readerOf(services, principal, query)
    const { step = 'day', by } = query
    const before = periodBefore(query)
    const [total, former, steps, divisions] = await Promise.all([
      reader.count(query),
      reader.count(before),
      reader.count(query, { step }),
      by === undefined ? undefined : reader.count(query, { by }),
    ])
    const nameOf = await namesOf(services, principal, by)
    return {
      currency: reader.isOfAll ? null : principal.currency,
      countedAt: total.countedAt?.toISOString() ?? null,
      isComplete: total.isComplete && former.isComplete,
      total: reader.format(total.counts[0]),
      before: { from: before.from, total: reader.format(former.counts[0]) },
      steps: steps.counts.map((count) => ({ at: count.at ?? query.from, ...reader.format(count) })),
      divisions: [...(divisions?.counts ?? [])]
        .sort((a, b) => b.messages - a.messages)
        .map((count) => ({ key: count.key ?? '', name: nameOf(count.key ?? ''), ...reader.format(count) })),
    }
  },
})

const COLUMNS = ['from', 'messages', 'parts', 'ended', 'delivered', 'deliveryRate', 'cost', 'currency']

const exportFigures = defineEndpoint({
  method: 'GET',
  path: '/figures.csv',
  id: 'exportFigures',
  summary: 'The same as CSV in UTF-8: a row for each step and what it is divided by',
  roles: ROLES,
  query: figureQuery,
  errors: ['invalid'],
  act: {
    action: 'figures-exported',
    by: 'anyone',
    subject: ({ query: { from, until } }) => `${from} to ${until}`,
  },
  async handle({ services }, { principal, query }) {
    const reader = readerOf(services, principal, query)
    const { step = 'day', by } = query
    const { counts } = await reader.count(query, { step, by })
    const nameOf = await namesOf(services, principal, by)
    const rows = counts.map((count) => {
      const { messages, parts, ended, delivered, deliveryRate, cost } = reader.format(count)
      const key = count.key ?? ''
      const figures = [messages, parts, ended, delivered, deliveryRate ?? '', cost ?? '']
      const division = by === undefined ? [] : [defuseFormula(key), defuseFormula(nameOf(key) ?? '')]
      return [count.at ?? query.from, ...division, ...figures, reader.isOfAll ? '' : principal.currency]
    })
    const [first = '', ...columns] = COLUMNS
    const head = [first, ...(by === undefined ? [] : [by, 'name']), ...columns]
    return {
      response: {
        status: 200,
        headers: csvHeaders(`figures-${query.from}-${query.until}.csv`),
        body: BYTE_ORDER_MARK + formatCsv([head, ...rows]),
      },
    }
  },
})

/** Counts for a query, and how its counts are shown. Throws `invalid` for a period that is none. */
function readerOf({ periodFigures }: PortalServices, principal: Principal, query: Query) {
  checkPeriod(query)
  const isOfAll = query.everyClient === true && principal.role === 'operator'
  const clientId = isOfAll ? undefined : principal.clientId
  return {
    isOfAll,
    count: ({ from, until }: Period, more: Pick<PeriodFilter, 'step' | 'by'> = {}) =>
      periodFigures.of(principal, { clientId, from, until, ...more }),
    format(count: PeriodCount | undefined): Figures {
      const { messages = 0, parts = 0, ended = 0, delivered = 0, charged = '0', refunded = '0' } = count ?? {}
      return {
        ...{ messages, parts, ended, delivered },
        deliveryRate: ended === 0 ? null : delivered / ended,
        cost: isOfAll ? null : subtractAmounts(charged, refunded),
      }
    },
  }
}

/** What the keys of a division mean. */
async function namesOf(
  { accounts }: PortalServices,
  principal: Principal,
  by: FigureDivision | undefined,
): Promise<(key: string) => string | null> {
  const { clientId } = principal
  if (by === 'error') return (key) => errorById(Number(key))?.description ?? null
  if (by === 'calling-code') return (key) => mainCountryOf(key) ?? null
  if (by !== 'channel' && by !== 'user') return () => null
  // Only those who keep the account may list its channels.
  if (by === 'channel' && principal.role === 'user') return () => null
  const named: readonly (readonly [number, string])[] =
    by === 'channel'
      ? (await accounts.channels(principal, clientId)).map(({ channelId, address }) => [channelId, address])
      : (await accounts.users(principal, clientId)).map(({ userId, email }) => [userId, email])
  const names = new Map(named)
  return (key) => names.get(Number(key)) ?? null
}

/** Reports: figures of any period. */
export const figureEndpoints = [getFigures, exportFigures]
