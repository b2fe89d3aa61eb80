import {
  type Caller,
  type Directory,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type Principal,
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
    {
      method: 'POST',
      path: '/api/http/queue/main.ashx',
      ignoreCase: true,
      bodyLimit: MAX_BODY_OCTETS,
      async admit(head) {
        await identify(context.directory, keyOf(head.query), head)
      },
      handler: (request) => receive(context, request),
    },
  ]
}

/** Checks the key first, then the rate, then the signature, then the body. */
async function receive(context: RoutesContext, request: HttpRequest): Promise<HttpResponse> {
  const apiKey = keyOf(request.query)
  const principal = await identify(context.directory, apiKey, request)
  admitRequest(context.rateLimits, principal, context.config.requestsPerMinute)
  const signature = request.headers[SIGNATURE_HEADER]
  if (signature !== undefined && !isSigned(request, signature, apiKey, context.publicUrl())) {
    throw new GatewayError('unauthenticated', 'invalid-signature', 'The signature does not fit the request')
  }
  if (request.body.length === 0) throw new GatewayError('invalid', 'empty-payload', 'The body is empty')
  const event = readEvent(parseJsonObject(request.body))
  const message = await handleEvent({ ...context, requestId: request.requestId }, principal, event)
  return jsonResponse(200, { status: 'ok', eventType: event.type, message })
}

function keyOf(query: string): string {
  return Parameters.ofQuery(query).first('key')?.trim() ?? ''
}

async function identify(directory: Directory, apiKey: string, caller: Caller): Promise<Principal> {
  if (apiKey === '') throw new GatewayError('unauthenticated', 'missing-api-key', 'No API key is given: ?key=')
  const principal = await directory.byApiKey(apiKey, caller)
  if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-api-key', 'The API key is not known')
  return principal
}
