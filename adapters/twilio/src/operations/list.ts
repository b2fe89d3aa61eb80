import type { HttpResponse, Principal, ReportFilter, ReportPage } from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import { jsonResponse, Parameters, parseTimestamp, parseWhole } from '@heliograph/wire'
import { unsupported } from '../errors.ts'
import { mapRecord } from '../resources.ts'
import { FORM } from '../send-fields.ts'
import type { Call, TwilioContext } from '../services.ts'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 1_000
const DAY_MS = 86_400_000

/** The last day that Postgres and `Date` both write with a four-digit year. */
const LAST_MS = Date.UTC(9999, 11, 30)

/** The filters, which the addresses of pages repeat. */
const FILTERS = ['To', 'From', 'DateSent', 'DateSent<', 'DateSent>'] as const

/** `GET .../Messages.json`. */
export async function list(context: TwilioContext, { principal, request }: Call): Promise<HttpResponse> {
  const query = Parameters.ofQuery(request.query, FORM)
  const size = Math.min(readNumber(query, 'PageSize', 1) ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
  const page = readNumber(query, 'Page', 0) ?? 0
  const filter = { ...readFilter(query, principal), limit: size, before: readToken(context, principal, query) }
  const { records, next } = await firstPage(context, principal, filter, request.signal)
  const addressOf = (number: number, before?: number) => {
    const token = before === undefined ? undefined : `PA${context.sids.write('SM', principal.clientId, before)}`
    return pageAddress(request.path, query, { size, number, token })
  }
  return jsonResponse(200, {
    end: page * size + Math.max(records.length - 1, 0),
    first_page_uri: addressOf(0),
    messages: records.map((record) => mapRecord(record, context)),
    next_page_uri: next === undefined ? null : addressOf(page + 1, next),
    page,
    page_size: size,
    previous_page_uri: null,
    start: page * size,
    uri: `${request.path}${request.query === '' ? '' : `?${request.query}`}`,
  })
}

/** Clients stop at a page without messages, so the search goes on until there are some, or no more pages. */
async function firstPage(
  { services: { reports } }: TwilioContext,
  principal: Principal,
  filter: ReportFilter,
  signal: AbortSignal,
): Promise<ReportPage> {
  let page = await reports.find(principal, filter, { signal })
  while (page.records.length === 0 && page.next !== undefined)
    page = await reports.find(principal, { ...filter, before: page.next }, { signal })
  return page
}

function readFilter(query: Parameters, principal: Principal): Omit<ReportFilter, 'limit'> {
  const day = readMoment(query, 'DateSent')
  const since = readMoment(query, 'DateSent>') ?? day
  const until = readMoment(query, 'DateSent<')
  return {
    to: readAddress(query, 'To', principal),
    from: readAddress(query, 'From', principal),
    since: since === undefined ? undefined : new Date(since),
    // Both ends count.
    until: until !== undefined ? new Date(until + 1) : day === undefined ? undefined : new Date(day + DAY_MS),
  }
}

function readAddress(query: Parameters, name: string, { country }: Principal): string | undefined {
  const given = query.first(name)
  return given === undefined ? undefined : (normaliseNumber(given, 'international', country) ?? given)
}

/** A day, or a moment. */
function readMoment(query: Parameters, name: string): number | undefined {
  const text = query.first(name)
  if (text === undefined) return undefined
  const at = parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text)
  if (at === undefined || at < 0 || at > LAST_MS)
    throw unsupported(`${name} must be a date (YYYY-MM-DD) or an ISO 8601 time`)
  return at
}

function readNumber(query: Parameters, name: string, least: number): number | undefined {
  const text = query.first(name)
  if (text === undefined) return undefined
  const number = parseWhole(text, least, 1_000_000)
  if (number === undefined) throw unsupported(`${name} must be a whole number from ${least}`)
  return number
}

function readToken({ sids }: TwilioContext, { clientId }: Principal, query: Parameters): number | undefined {
  const token = query.first('PageToken')
  if (token === undefined) return undefined
  const before = token.startsWith('PA') ? sids.read('SM', clientId, token.slice(2)) : undefined
  if (before === undefined) throw unsupported('PageToken is not one that this account was given')
  return before
}

interface PagePlace {
  readonly size: number
  readonly number: number
  readonly token: string | undefined
}

function pageAddress(path: string, query: Parameters, { number, size, token }: PagePlace): string {
  const pairs: readonly (readonly [name: string, value: string | undefined])[] = [
    ...FILTERS.map((name) => [name, query.first(name)] as const),
    ['PageSize', String(size)] as const,
    ['Page', String(number)] as const,
    ['PageToken', token] as const,
  ]
  const written = pairs.flatMap(([name, value]) =>
    value === undefined ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return `${path}?${written.join('&')}`
}
