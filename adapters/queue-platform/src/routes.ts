import {
  authenticatedRoute,
  type Directory,
  GatewayError,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type KnownIdentity,
  type RateLimits,
  type RouteSpec,
} from '@heliograph/contracts'
import { admitRequest, jsonResponse, MAX_BODY_OCTETS, Parameters, parseJsonObject } from '@heliograph/wire'
import { readEvent } from './event.ts'
import { type EventContext, handleEvent } from './handle-event.ts'
import { isSigned, SIGNATURE_HEADER } from './signature.ts'

export interface RoutesContext extends Omit<EventContext, 'requestId'> {
  readonly directory: Directory
  readonly rateLimits: RateLimits
  /** Where clients reach this deployment, looked up for each request. */
  readonly publicUrl: () => string
}

/** The one path of the receiver, in any letter case. */
export function createRoutes(context: RoutesContext): readonly RouteSpec[] {
  return [
    authenticatedRoute({
      method: 'POST',
      path: '/api/http/queue/main.ashx',
      ignoreCase: true,
      bodyLimit: MAX_BODY_OCTETS,
      async admit(head) {
        await identify(context.directory, head)
      },
      authenticate: (request) => identify(context.directory, request),
      handler: (request, identity) => receive(context, request, identity),
    }),
  ]
}

/** Checks the rate, then the signature, then the body. */
async function receive(
  context: RoutesContext,
  request: HttpRequest,
  { principal, secret }: KnownIdentity,
): Promise<HttpResponse> {
  admitRequest(context.rateLimits, principal, context.config.requestsPerMinute)
  const signature = request.headers[SIGNATURE_HEADER]
  if (signature !== undefined && !isSigned(request, signature, secret, context.publicUrl())) {
    throw new GatewayError('unauthenticated', 'invalid-signature', 'The signature does not fit the request')
  }
  if (request.body.length === 0) throw new GatewayError('invalid', 'empty-payload', 'The body is empty')
  const event = readEvent(parseJsonObject(request.body))
  const message = await handleEvent({ ...context, requestId: request.requestId }, principal, event)
  return jsonResponse(200, { status: 'ok', eventType: event.type, message })
}

/** Finds the owner of the key in the query. Throws `unauthenticated`. */
async function identify(
  directory: Directory,
  caller: Pick<HttpRequestHead, 'query' | 'remoteAddress'>,
): Promise<KnownIdentity> {
  const apiKey = Parameters.ofQuery(caller.query).first('key')?.trim() ?? ''
  if (apiKey === '') throw new GatewayError('unauthenticated', 'missing-api-key', 'No API key is given: ?key=')
  const principal = await directory.byApiKey(apiKey, caller)
  if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-api-key', 'The API key is not known')
  return { principal, secret: apiKey }
}
