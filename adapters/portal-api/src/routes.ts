import { GatewayError, type HttpResponse, type RouteSpec } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { authenticate } from './authentication.ts'
import type { Endpoint, RawAnswer } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { readCall } from './read-call.ts'
import type { PortalContext } from './services.ts'

/** Where the API lives. */
export const BASE_PATH = '/portal/api/1'

/** The routes of the endpoints, and what answers for every other path below them. */
export function createRoutes(context: PortalContext): readonly RouteSpec[] {
  return [...ENDPOINTS.map((endpoint) => toRoute(endpoint, context)), unknownPath]
}

function toRoute(endpoint: Endpoint, context: PortalContext): RouteSpec {
  return {
    method: endpoint.method,
    path: `${BASE_PATH}${endpoint.path}`,
    bodyLimit: endpoint.bodyLimit,
    async handler(request) {
      const identity = await authenticate(context, request)
      if (!endpoint.roles.includes(identity.principal.role)) throw notAllowed()
      const answer = await endpoint.handle(context, { ...identity, ...readCall(endpoint, request), request })
      return toResponse(answer)
    },
  }
}

/** What an endpoint answered, as a response that no cache keeps. */
function toResponse(answer: unknown): HttpResponse {
  if (answer === undefined) return { status: 204, headers: { 'cache-control': 'no-store' } }
  if (isRaw(answer)) return answer.response
  return jsonResponse(200, answer, { 'cache-control': 'no-store' })
}

function isRaw(answer: unknown): answer is RawAnswer {
  return typeof answer === 'object' && answer !== null && 'response' in answer
}

function notAllowed(): GatewayError {
  return new GatewayError('forbidden', 'not-allowed', 'Your role does not permit this')
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: `${BASE_PATH}/*`,
  handler() {
    throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  },
}
