import type { Principal } from '@heliograph/contracts'
import { defuseFormula, formatCsv } from '@heliograph/wire'
import { BYTE_ORDER_MARK } from '../../csv-files.ts'
import type { PortalServices } from '../../services.ts'
import { namesOf } from './figure-names.ts'
import { type FigureQuery, figureReader } from './figure-reader.ts'

const COLUMNS = ['messages', 'parts', 'ended', 'delivered', 'deliveryRate', 'cost', 'currency']

/** Only where they are divided by nothing. */
const OUTCOMES = ['replies', 'replyRate', 'optOuts', 'optOutRate', 'handsetP50Ms', 'handsetP90Ms'] as const

/** Figures as CSV in UTF-8: a row for each step and what it is divided by. Throws as `figureReader` does. */
export async function figuresAsCsv(
  services: PortalServices,
  principal: Principal,
  query: FigureQuery,
): Promise<string> {
  const reader = figureReader(services, principal, query)
  const { step = 'day', by } = query
  const cells = (figures: ReturnType<typeof reader.format>) => {
    const { messages, parts, ended, delivered, deliveryRate, cost } = figures
    return [messages, parts, ended, delivered, deliveryRate ?? '', cost ?? '', reader.isOfAll ? '' : principal.currency]
  }
  if (by === undefined) {
    const rows = (await reader.steps(query, step)).map((figures) => [
      figures.at,
      ...cells(figures),
      ...OUTCOMES.map((name) => figures[name] ?? ''),
    ])
    return BYTE_ORDER_MARK + formatCsv([['from', ...COLUMNS, ...OUTCOMES], ...rows])
  }
  const { counts } = await reader.count(query, { step, by })
  const nameOf = await namesOf(services, principal, by)
  const rows = counts.map((count) => [
    count.at ?? query.from,
    defuseFormula(count.key ?? ''),
    defuseFormula(nameOf(count) ?? ''),
    ...cells(reader.format(count)),
  ])
  return BYTE_ORDER_MARK + formatCsv([['from', by, 'name', ...COLUMNS], ...rows])
}
