import {
  type AddressLimits,
  type Clients,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type RouteSpec,
  type Subscriptions,
} from '@heliograph/contracts'
import { assertAdmitted } from '@heliograph/wire'
import { chooseLanguage } from './language.ts'
import { type Link, readLink } from './link.ts'
import type { Respond } from './page.ts'
import { type Direction, TEXTS } from './texts.ts'

export interface RoutesContext {
  readonly services: {
    readonly clients: Clients
    readonly subscriptions: Subscriptions
    readonly addressLimits: AddressLimits
  }
  readonly requestsPerMinute: number
  readonly respond: Respond
}

const BASE = '/sms/2/messages/subscription'
const DIRECTIONS = ['out', 'in'] as const satisfies readonly Direction[]

/** Returns the links of both directions, and an error page for every other path below theirs. */
export function createRoutes(context: RoutesContext): readonly RouteSpec[] {
  const links = DIRECTIONS.flatMap((direction) => [
    link('GET', direction, (request) => open(context, direction, request)),
    // Without a route of its own, HEAD would run the handler of GET.
    link('HEAD', direction, (request) => show(context, direction, request)),
  ])
  return [...links, otherPaths(context)]
}

function link(method: 'GET' | 'HEAD', direction: Direction, handler: RouteSpec['handler']): RouteSpec {
  return { method, path: `${BASE}/:clientid/opt/${direction}/:mobile`, handler }
}

function otherPaths(context: RoutesContext): RouteSpec {
  return {
    method: 'ANY',
    path: `${BASE}/*`,
    handler(request) {
      limit(context, request)
      throw new GatewayError('invalid', 'invalid-url', 'Invalid URL format')
    },
  }
}

/** Changes the subscription, unless the browser only prefetches. */
async function open(context: RoutesContext, direction: Direction, request: HttpRequest): Promise<HttpResponse> {
  if (isPrefetch(request)) return show(context, direction, request)
  const { client, mobile } = await admit(context, request)
  const status = direction === 'out' ? 'opted-out' : 'opted-in'
  await context.services.subscriptions.set(client.clientId, mobile, status, { kind: 'web' })
  const language = languageOf(request)
  const words = TEXTS[language].done[direction]({ client: client.name, number: `+${mobile}` })
  return context.respond({ ...words, language, status: 200, mark: 'done' })
}

/** Shows what the link is about and changes nothing. */
async function show(context: RoutesContext, direction: Direction, request: HttpRequest): Promise<HttpResponse> {
  const { client, mobile } = await admit(context, request)
  const language = languageOf(request)
  const words = TEXTS[language].asked[direction]({ client: client.name, number: `+${mobile}` })
  return context.respond({ ...words, language, status: 200, mark: 'asked' })
}

/** Applies the limit first, which also keeps client ids from being tried out. */
async function admit(context: RoutesContext, request: HttpRequest): Promise<Link> {
  limit(context, request)
  return readLink(context.services.clients, request.params.clientid, request.params.mobile)
}

function limit({ services, requestsPerMinute }: RoutesContext, { remoteAddress }: HttpRequest): void {
  assertAdmitted(services.addressLimits.admit({ name: 'web-links', perMinute: requestsPerMinute }, remoteAddress))
}

/** Returns whether a request is a prefetch. Browsers send `Sec-Purpose` (Fetch standard); older ones sent `Purpose`. */
function isPrefetch({ headers }: HttpRequest): boolean {
  return [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((value) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(value ?? ''),
  )
}

function languageOf({ headers }: HttpRequest) {
  return chooseLanguage(headers['accept-language'])
}
