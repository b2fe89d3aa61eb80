import {
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type Network,
  type NetworkIncoming,
  type RouteSpec,
} from '@heliograph/contracts'
import { isGsmText } from '@heliograph/messaging'
import type { SimulatedNetwork } from './simulated-network.ts'
import type { SentRecord } from './traffic.ts'

const LIMIT = 100
const LARGEST_LIMIT = 1_000_000

export interface RouteOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly network: Network
  readonly simulated: SimulatedNetwork
  readonly now: () => number
}

/** Routes on the admin port, below `/instances/<instance>`. */
export function createAdminRoutes(options: RouteOptions): readonly RouteSpec[] {
  const { simulated } = options
  return [
    { method: 'POST', path: '/incoming', bodyLimit: 65_536, handler: (request) => injectIncoming(options, request) },
    { method: 'GET', path: '/sent', handler: (request) => showSent(simulated, request) },
    { method: 'GET', path: '/stats', handler: () => json(200, simulated.stats()) },
  ]
}

async function injectIncoming(options: RouteOptions, request: HttpRequest): Promise<HttpResponse> {
  const { carrier, network, now } = options
  return json(200, await network.incoming(toIncoming(carrier, parseIncoming(request.body), now())))
}

function toIncoming(carrier: string, message: ReturnType<typeof parseIncoming>, nowMs: number): NetworkIncoming {
  const encoding = isGsmText(message.text) ? 'gsm' : 'ucs2'
  return { ...message, carrier, link: 'main', encoding, mayBeRepeated: false, receivedAt: new Date(nowMs) }
}

function parseIncoming(body: Buffer): { from: string; to: string; text: string } {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new GatewayError('invalid', 'invalid-json', 'The body is not JSON', { cause })
  }
  const { from, to, text } = (value ?? {}) as Record<string, unknown>
  const details: Record<string, string> = {}
  if (typeof from !== 'string' || bare(from) === '') details.from = 'must be the number of a subscriber'
  if (typeof to !== 'string' || !/^\d+$/.test(bare(to))) details.to = 'must be a number of the gateway'
  if (typeof text !== 'string') details.text = 'must be a text'
  if (Object.keys(details).length > 0) {
    throw new GatewayError('invalid', 'invalid-incoming', 'Give from, to and text', { details })
  }
  return { from: bare(from as string), to: bare(to as string), text: text as string }
}

/** A number without the plus and the blanks that people write. */
function bare(number: string): string {
  return number.replace(/^\s*\+/, '').replace(/\s+/g, '')
}

function showSent(simulated: SimulatedNetwork, request: HttpRequest): HttpResponse {
  const query = new URLSearchParams(request.query)
  const limit = integerOf(query, 'limit', 1, LARGEST_LIMIT) ?? LIMIT
  const after = integerOf(query, 'after', 0, Number.MAX_SAFE_INTEGER)
  return json(200, { sent: simulated.sent(limit, after).map(formatSent) })
}

function integerOf(query: URLSearchParams, name: string, least: number, greatest: number): number | undefined {
  const value = query.get(name)
  if (value === null || value === '') return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= greatest) return number
  const message = `must be an integer from ${least} to ${greatest}`
  throw new GatewayError('invalid', `invalid-${name}`, `${name} ${message}`, { details: { [name]: message } })
}

function formatSent(record: SentRecord): object {
  const { smsId, attempt, from, to, text, encoding, parts, userDataHeader, flash, priority } = record.message
  return {
    order: record.order,
    at: new Date(record.at).toISOString(),
    link: record.link,
    event: record.event,
    networkIds: record.networkIds,
    smsId,
    attempt,
    from,
    to,
    text,
    encoding,
    parts,
    userDataHeader,
    flash,
    priority,
  }
}

function json(status: number, value: unknown): HttpResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}
