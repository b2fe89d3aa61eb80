/** A text, or a number, which the address has without quotes. */
type Term = string | number

/** Fields that are searched by a typed text. */
export const TERMS = ['to', 'text', 'smsId', 'messageId', 'bulkId', 'reference'] as const

export type TermField = (typeof TERMS)[number]

/** What is listed besides messages that were sent. */
export type Direction = 'received' | 'both'

/** The filters of the list, as the address has them. */
export interface MessageSearch extends Partial<Record<TermField, Term>> {
  /** States, joined by commas. */
  readonly state?: string
  /** Interfaces, joined by commas. */
  readonly origin?: string
  /** Address of the channel. */
  readonly from?: Term
  /** ISO 8601. */
  readonly since?: string
  readonly until?: string
  /** Absent: what was sent. */
  readonly direction?: Direction
  /** Whether the filters are open; absent: when one of them is set. */
  readonly filters?: boolean
}

const TEXTS = ['state', 'origin', 'since', 'until'] as const

/** Reads the known parts of an address; everything else is dropped. */
export function readMessageSearch(given: Record<string, unknown>): MessageSearch {
  const search: Record<string, Term> = {}
  for (const name of [...TERMS, 'from'] as const) {
    const value = given[name]
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) search[name] = value
  }
  for (const name of TEXTS) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') search[name] = value
  }
  for (const name of ['since', 'until'] as const)
    if (search[name] !== undefined && Number.isNaN(Date.parse(String(search[name])))) delete search[name]
  const { direction, filters } = given
  return {
    ...search,
    ...((direction === 'received' || direction === 'both') && { direction }),
    ...(typeof filters === 'boolean' && { filters }),
  }
}

/** A typed term as the address has it: without quotes where it is a plain number. */
export function toTerm(text: string): Term {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text
}

/** The items of a comma-separated list. */
export function itemsOf(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',').filter((item) => item !== '')
}

/** Joins them; undefined when there are none. */
export function joinItems(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : items.join(',')
}

/** The filter as the API takes it. */
export function toApiQuery(search: MessageSearch) {
  const text = (value: Term | undefined) => (value === undefined ? undefined : String(value))
  return {
    to: text(search.to),
    text: text(search.text),
    // Something that is not a number finds nothing; the API reports that.
    smsId: search.smsId === undefined ? undefined : (Number(search.smsId) as number),
    messageId: text(search.messageId),
    bulkId: text(search.bulkId),
    reference: text(search.reference),
    from: text(search.from),
    state: search.state === undefined ? undefined : (itemsOf(search.state) as never[]),
    origin: search.origin === undefined ? undefined : itemsOf(search.origin),
    since: search.since,
    until: search.until,
  }
}
