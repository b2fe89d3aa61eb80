import type {
  AddressLimits,
  Clients,
  HttpRequest,
  HttpResponse,
  RouteSpec,
  ShortLinks,
  SubscriptionLinks,
  Subscriptions,
} from '@heliograph/contracts'
import { assertAdmitted } from '@heliograph/wire'
import type { ChangeCaps } from './change-caps.ts'
import type { SubscriptionWebConfig } from './config.ts'
import { chooseLanguage } from './language.ts'
import { findLink, invalidUrl, type Link, readParts, readShort } from './link.ts'
import { isFromHere, isNavigation } from './navigation.ts'
import type { Respond } from './page.ts'
import { type Direction, TEXTS } from './texts.ts'

export interface RoutesContext {
  readonly services: {
    readonly clients: Clients
    readonly subscriptions: Subscriptions
    readonly shortLinks: ShortLinks
    readonly subscriptionLinks: SubscriptionLinks
    readonly addressLimits: AddressLimits
  }
  readonly config: Pick<SubscriptionWebConfig, 'accept' | 'requestsPerMinute'>
  readonly caps: ChangeCaps
  readonly respond: Respond
}

const BASE = '/sms/2/messages/subscription'
const DIRECTIONS = ['out', 'in'] as const satisfies readonly Direction[]

/** The query of the button on a page that asks for a click, so that the click is not asked for again. */
const CONFIRMED = 'confirm=1'

/** Finds what the link of a request asks for. Applies the limits first, which also keeps links from being guessed. */
type Admit = (request: HttpRequest) => Promise<Link>

/**
 * Returns the links of both directions, an error page for every other path below theirs, and the short links where the
 * deployment writes them.
 */
export function createRoutes(context: RoutesContext): readonly RouteSpec[] {
  const { url } = context.services.shortLinks
  const links = DIRECTIONS.flatMap((direction) =>
    link(context, `${BASE}/:clientid/opt/${direction}/:mobile`, (request) => admit(context, direction, request)),
  )
  const short = url === undefined ? [] : link(context, shortPath(url), (request) => admitShort(context, request))
  return [...links, otherPaths(context), ...short]
}

/** Without a route of its own, HEAD would run the handler of GET. */
function link(context: RoutesContext, path: string, admitted: Admit): readonly RouteSpec[] {
  return [
    { method: 'GET', path, handler: async (request) => open(context, request, await admitted(request)) },
    { method: 'HEAD', path, handler: async (request) => ask(context, request, await admitted(request)) },
  ]
}

function shortPath(url: string): string {
  return `${new URL(url).pathname.replace(/\/$/, '')}/:code`
}

function otherPaths(context: RoutesContext): RouteSpec {
  return {
    method: 'ANY',
    path: `${BASE}/*`,
    handler(request) {
      limit(context, request)
      throw invalidUrl()
    },
  }
}

/** Changes the subscription when a person follows the link, and asks for a click otherwise. */
async function open(context: RoutesContext, request: HttpRequest, found: Link): Promise<HttpResponse> {
  if (!isNavigation(request.headers) || !mayChange(context, request, found)) return ask(context, request, found)
  const { client, direction, mobile } = found
  const status = direction === 'out' ? 'opted-out' : 'opted-in'
  await context.services.subscriptions.set(client.clientId, mobile, status, { kind: 'web' })
  const language = languageOf(request)
  const words = TEXTS[language].done[direction]({ client: client.name, number: `+${mobile}` })
  return context.respond({ ...words, language, status: 200, mark: 'done' })
}

function mayChange({ caps }: RoutesContext, request: HttpRequest, { client, isSigned }: Link): boolean {
  if (isSigned) return true
  const { headers, remoteAddress } = request
  const isConfirmed = isFromHere(headers) || parametersOf(request).has('confirm')
  return caps.change({ client, remoteAddress, isConfirmed })
}

/** Shows what the link is about and changes nothing. */
function ask(
  { respond }: RoutesContext,
  request: HttpRequest,
  { client, direction, mobile, isSigned }: Link,
): HttpResponse {
  const language = languageOf(request)
  const words = TEXTS[language].asked[direction]({ client: client.name, number: `+${mobile}` })
  return respond({ ...words, language, status: 200, mark: 'asked', target: isSigned ? '' : `?${CONFIRMED}` })
}

async function admit(context: RoutesContext, direction: Direction, request: HttpRequest): Promise<Link> {
  limit(context, request)
  const { caps, config, services } = context
  const { clientid: clientId, mobile } = request.params
  const signature = parametersOf(request).get('s') ?? undefined
  const parts = readParts(services.subscriptionLinks, { direction, clientId, mobile, signature })
  if (!parts.isSigned) {
    if (config.accept[direction === 'out' ? 'optOut' : 'optIn'] === 'signed') throw invalidUrl()
    caps.name(String(parts.clientId), request.remoteAddress)
  }
  return findLink(services.clients, parts)
}

async function admitShort(context: RoutesContext, request: HttpRequest): Promise<Link> {
  limit(context, request)
  const { clients, shortLinks } = context.services
  return findLink(clients, await readShort(shortLinks, request.params.code ?? ''))
}

function limit({ services, config }: RoutesContext, { remoteAddress }: HttpRequest): void {
  const perMinute = config.requestsPerMinute
  assertAdmitted(services.addressLimits.admit({ name: 'web-links', perMinute }, remoteAddress))
}

function parametersOf({ query }: HttpRequest): URLSearchParams {
  return new URLSearchParams(query)
}

function languageOf({ headers }: HttpRequest) {
  return chooseLanguage(headers['accept-language'])
}
