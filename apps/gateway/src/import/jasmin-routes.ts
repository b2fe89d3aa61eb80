import { digitsOrLiteral, readNumberPattern } from './jasmin-patterns.ts'
import type { ListedRow } from './jcli-session.ts'

/** A filter as listings write it: `<DA (dst_addr=^27)>`. */
export interface JasminFilter {
  readonly kind: FilterKind
  /** What it compares with; empty for one that fits everything. */
  readonly value: string
  readonly text: string
}

/** A line of `mtrouter -l` or `morouter -l`. */
export interface JasminRoute {
  readonly place: string
  /** 0: the default route. */
  readonly order: number
  readonly type: string
  /** Undefined for incoming SMS, and for a route without one. */
  readonly rate: number | undefined
  readonly connectors: readonly { readonly kind: string; readonly id: string }[]
  readonly filters: readonly JasminFilter[]
}

/** Filters by the names in listings: short in newer releases, those of their classes in older ones. */
const FILTER_KINDS = {
  T: 'everything',
  TransparentFilter: 'everything',
  C: 'connector',
  ConnectorFilter: 'connector',
  U: 'user',
  UserFilter: 'user',
  G: 'group',
  GroupFilter: 'group',
  SA: 'sender',
  SourceAddrFilter: 'sender',
  DA: 'recipient',
  DestinationAddrFilter: 'recipient',
  SM: 'text',
  ShortMessageFilter: 'text',
  DI: 'dates',
  DateIntervalFilter: 'dates',
  TI: 'times',
  TimeIntervalFilter: 'times',
  Ev: 'script',
  EvalPyFilter: 'script',
  TG: 'tag',
  TagFilter: 'tag',
} as const

export type FilterKind = (typeof FILTER_KINDS)[keyof typeof FILTER_KINDS] | 'unknown'

/** Why there are no rules for them. */
export const WITHOUT_RULES: Readonly<Partial<Record<FilterKind, string>>> = {
  connector: 'incoming SMS belong to the channel that they were sent to, whatever link they came by',
  text: 'rules do not look at texts',
  dates: 'rules do not look at the date',
  times: 'rules do not look at the time; quiet hours and delivery windows do',
  script: 'scripts are not carried out; a hook of a plugin can do that',
  tag: 'there are no scripts that would set tags',
  unknown: 'it is not known',
}

const RATE = /^(?:0 \(!\)|\d+\.\d+)(?= )/
const CONNECTOR = /^(?:, )?(\w+)\(([^)]*)\)/

/** Reads a line of a listing of routes; undefined for one that cannot be read. */
export function readRoute({ place, text }: ListedRow): JasminRoute | undefined {
  const [order = '', type = ''] = text.split(/\s+/, 2)
  if (!/^\d+$/.test(order)) return undefined
  let rest = text.slice(text.indexOf(type, order.length) + type.length).trim()
  const [rated = ''] = RATE.exec(rest) ?? []
  rest = rest.slice(rated.length).trimStart()
  const connectors: { readonly kind: string; readonly id: string }[] = []
  for (let found = CONNECTOR.exec(rest); found !== null; found = CONNECTOR.exec(rest)) {
    const [whole, kind = '', id = ''] = found
    connectors.push({ kind, id })
    rest = rest.slice(whole.length)
  }
  if (connectors.length === 0) return undefined
  const rate = Number.parseFloat(rated) || undefined
  return { place, order: Number(order), type, rate, connectors, filters: readFilters(rest) }
}

/** Reads filters with commas in between: `<U (uid=shop)>, <T>`. What goes before them is left out. */
export function readFilters(text: string): readonly JasminFilter[] {
  const [start, end] = [text.indexOf('<'), text.lastIndexOf('>')]
  if (start === -1 || end < start) return []
  return text
    .slice(start + 1, end)
    .split('>, <')
    .map((each) => {
      const [name = ''] = each.split(' (', 1)
      const given = each.slice(name.length + 2, -1)
      return {
        kind: FILTER_KINDS[name as keyof typeof FILTER_KINDS] ?? 'unknown',
        value: given.replace(/^[\w ]+=/, '').replace(/^b'(.*)'$/, '$1'),
        text: `<${each}>`,
      }
    })
}

/** What a message has to be like, so that the filters of a route let it pass. */
export interface RouteConditions {
  readonly to?: readonly string[]
  readonly sender?: readonly string[]
  readonly uids?: readonly string[]
  readonly gids?: readonly string[]
}

/**
 * The conditions of filters that all have to fit, with what is done differently; or why they cannot be those of a rule.
 */
export function conditionsOf(
  filters: readonly JasminFilter[],
): { readonly conditions: RouteConditions; readonly differences: readonly string[] } | { readonly problem: string } {
  const conditions: { -readonly [K in keyof RouteConditions]: RouteConditions[K] } = {}
  const differences: string[] = []
  for (const { kind, text, value } of filters) {
    if (kind === 'everything') continue
    const condition = conditionOf(kind, value)
    if (typeof condition === 'string') return { problem: `${text}: ${condition}` }
    for (const [name, values] of Object.entries(condition.conditions)) {
      if (conditions[name as keyof RouteConditions] !== undefined)
        return { problem: `${text}: a rule has one condition of each kind` }
      conditions[name as keyof RouteConditions] = values
    }
    if (condition.difference !== undefined) differences.push(`${text}: ${condition.difference}`)
  }
  return { conditions, differences }
}

/** A condition, or why there is none like it. */
function conditionOf(
  kind: FilterKind,
  value: string,
): { readonly conditions: RouteConditions; readonly difference?: string } | string {
  if (kind === 'user') return { conditions: { uids: [value] } }
  if (kind === 'group') return { conditions: { gids: [value] } }
  if (kind === 'sender') {
    const sender = digitsOrLiteral(value)
    return sender === undefined ? 'senders are not compared with a pattern' : { conditions: { sender: [sender] } }
  }
  if (kind !== 'recipient') return WITHOUT_RULES[kind] ?? ''
  const pattern = readNumberPattern(value)
  if (pattern === undefined) return 'rules know beginnings of numbers, and no other pattern'
  if (pattern.prefixes.includes('')) return { conditions: {} }
  const difference = 'longer numbers that begin so fit as well'
  return { conditions: { to: pattern.prefixes }, ...(pattern.isWhole && { difference }) }
}
