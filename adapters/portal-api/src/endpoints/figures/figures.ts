import { ROLES } from '@heliograph/contracts'
import { csvHeaders } from '../../csv-files.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { namesOf } from './figure-names.ts'
import { figureReader } from './figure-reader.ts'
import { figureQuery, figureReportSchema } from './figure-schemas.ts'
import { figuresAsCsv } from './figures-as-csv.ts'
import { periodBefore } from './period.ts'

const getFigures = defineEndpoint({
  method: 'GET',
  path: '/figures',
  id: 'getFigures',
  summary: 'Get message statistics of a period, compared with the period before',
  roles: ROLES,
  query: figureQuery,
  answer: figureReportSchema,
  errors: ['invalid'],
  async handle({ services }, { principal, query }) {
    const reader = figureReader(services, principal, query)
    const { step = 'day', by } = query
    const before = periodBefore(query)
    const [total, former, steps, divisions] = await Promise.all([
      reader.whole(query),
      reader.whole(before),
      reader.steps(query, step),
      by === undefined ? undefined : reader.count(query, { by }),
    ])
    const nameOf = await namesOf(services, principal, by)
    return {
      currency: reader.isOfAll ? null : principal.currency,
      countedAt: total.countedAt?.toISOString() ?? null,
      isComplete: total.isComplete && former.isComplete,
      total: total.figures,
      before: { from: before.from, total: former.figures },
      steps,
      divisions: [...(divisions?.counts ?? [])]
        .sort((a, b) => b.messages - a.messages)
        .map((count) => ({ key: count.key ?? '', name: nameOf(count), ...reader.format(count) })),
    }
  },
})

const exportFigures = defineEndpoint({
  method: 'GET',
  path: '/figures.csv',
  id: 'exportFigures',
  summary: 'Export message statistics as CSV: one row per interval and group',
  roles: ROLES,
  query: figureQuery,
  errors: ['invalid'],
  act: {
    action: 'figures-exported',
    by: 'anyone',
    subject: ({ query: { from, until } }) => `${from} to ${until}`,
  },
  async handle({ services }, { principal, query }) {
    return {
      response: {
        status: 200,
        headers: csvHeaders(`figures-${query.from}-${query.until}.csv`),
        body: await figuresAsCsv(services, principal, query),
      },
    }
  },
})

/** Reports: figures of any period. */
export const figureEndpoints = [getFigures, exportFigures]
