import { authenticatedRoute, GatewayError, type RouteSpec } from '@heliograph/contracts'
import { assertAdmitted, jsonResponse, MAX_BODY_OCTETS } from '@heliograph/wire'
import { identify } from './authentication.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type { V2Context } from './services.ts'

/** Returns the routes of the operations, and a 404 for every other path below `/sms/2`. */
export function createRoutes(context: V2Context): readonly RouteSpec[] {
  return [...OPERATIONS.map((operation) => toRoute(operation, context)), unknownPath]
}

function toRoute(operation: Operation, context: V2Context): RouteSpec {
  return authenticatedRoute({
    method: operation.method,
    path: operation.path,
    bodyLimit: operation.body ? MAX_BODY_OCTETS : undefined,
    /**
     * Checks the key before the body is read, because bodies can be large here. The rate limit counts when the handler
     * runs.
     */
    async admit(head) {
      await identify(context, head)
    },
    authenticate: (request) => identify(context, request),
    async handler(request, { principal }) {
      assertAdmitted(context.services.rateLimits.admit(principal))
      return jsonResponse(200, await operation.handle(context, { principal, request }))
    },
  })
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: '/sms/2/*',
  handler() {
    throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  },
}
