import { authenticatedRoute, GatewayError, type RouteSpec } from '@heliograph/contracts'
import { admitRequest, MAX_BODY_OCTETS, Parameters } from '@heliograph/wire'
import { identify } from './authentication.ts'
import type { InfobipConfig } from './config.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type { InfobipContext } from './services.ts'

/** Folders of the interface that belong to no other; `/sms/2` is also that of the v2 interface. */
const OWN_FOLDERS = ['/sms/1/*', '/sms/3/*']

/** Returns the routes of the operations, and a 404 for every other path of their folders. */
export function createRoutes(context: InfobipContext, config: InfobipConfig): readonly RouteSpec[] {
  return [...OPERATIONS.map((operation) => toRoute(operation, context, config)), ...OWN_FOLDERS.map(unknownPath)]
}

function toRoute(operation: Operation, context: InfobipContext, { requestsPerMinute }: InfobipConfig): RouteSpec {
  const { services } = context
  const { method, path, bodyLimit = method === 'POST' ? MAX_BODY_OCTETS : undefined } = operation
  return authenticatedRoute({
    method,
    path,
    bodyLimit,
    /** Checks the sender before the body is read. The rate limit counts when the handler runs. */
    async admit(head) {
      await identify(services, head, queryOf(operation, head.query))
    },
    authenticate: (request) => identify(services, request, queryOf(operation, request.query)),
    handler(request, { principal }) {
      admitRequest(services.rateLimits, principal, requestsPerMinute)
      return operation.handle(context, { principal, request })
    },
  })
}

function queryOf({ takesLogin }: Operation, query: string): Parameters | undefined {
  return takesLogin ? Parameters.ofQuery(query, { ignoreCase: false, named: ['username', 'password'] }) : undefined
}

function unknownPath(path: string): RouteSpec {
  return {
    method: 'ANY',
    path,
    handler() {
      throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
    },
  }
}
