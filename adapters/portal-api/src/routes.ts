import {
  authenticatedRoute,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type Principal,
  type RouteSpec,
} from '@heliograph/contracts'
import { assertAdmitted, jsonResponse } from '@heliograph/wire'
import { admitSender, identify, requirePortalScope, type Sender } from './authentication.ts'
import { assertSameSite } from './cross-site.ts'
import type { Call, Endpoint, GuardedEndpoint, PublicEndpoint, RawAnswer } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { GUARDING_HEADERS } from './guarding-headers.ts'
import { readCall } from './read-call.ts'
import type { PortalContext } from './services.ts'

/** Where the API lives. */
export const BASE_PATH = '/portal/api/1'

/** The routes of the endpoints, and one that answers for every other path below `BASE_PATH`. */
export function createRoutes(context: PortalContext): readonly RouteSpec[] {
  return [...ENDPOINTS.map((endpoint) => toRoute(endpoint, context)), unknownPath]
}

function toRoute(endpoint: Endpoint, context: PortalContext): RouteSpec {
  const { method, bodyLimit } = endpoint
  const route = { method, path: `${BASE_PATH}${endpoint.path}`, bodyLimit, hasSecrets: true }
  if (endpoint.roles === 'anyone')
    return { ...route, handler: async (request) => toResponse(await runOpen(endpoint, context, request)) }
  return authenticatedRoute({
    ...route,
    /** Nothing is kept for a sender who may not call it. What counts requests is left to the handler. */
    async admit(head) {
      const sender = await identify(context, head)
      requirePortalScope(sender)
      requireRole(endpoint, sender.principal)
    },
    authenticate: (request) => identify(context, request),
    async handler(request, sender) {
      return toResponse(await run(endpoint, context, sender, request))
    },
  })
}

async function runOpen(endpoint: PublicEndpoint, context: PortalContext, request: HttpRequest): Promise<unknown> {
  assertSameSite(request, context.publicUrl())
  assertAdmitted(context.services.addressLimits.admit(endpoint.admission, request.remoteAddress))
  return endpoint.handle(context, { ...(await readCall(endpoint, request)), request })
}

async function run(
  endpoint: GuardedEndpoint,
  context: PortalContext,
  sender: Sender,
  request: HttpRequest,
): Promise<unknown> {
  requirePortalScope(sender)
  const { principal: self, credential } = sender
  const principal = await admitSender(context, sender, request)
  requireRole(endpoint, self)
  const call = { principal, self, credential, ...(await readCall(endpoint, request)), request }
  const answer = await endpoint.handle(context, call)
  await noteAct(endpoint, context, call, answer)
  return answer
}

/** Records in the audit log what was done, if the endpoint says so. */
async function noteAct(
  { act }: GuardedEndpoint,
  { services }: PortalContext,
  call: Call,
  answer: unknown,
): Promise<void> {
  if (act === undefined) return
  const { principal, self } = call
  if (act.by === 'operator' && principal.clientId === self.clientId) return
  await services.auditLog.note(principal, { action: act.action, subject: act.subject?.(call, answer) })
}

/** Turns what an endpoint returned into a response. */
function toResponse(answer: unknown): HttpResponse {
  if (answer === undefined) return { status: 204, headers: GUARDING_HEADERS }
  if (!isRaw(answer)) return jsonResponse(200, answer, GUARDING_HEADERS)
  const { response } = answer
  return { ...response, headers: { ...GUARDING_HEADERS, ...response.headers } }
}

/** A JSON answer may also have a field of that name. */
function isRaw(answer: unknown): answer is RawAnswer {
  const { response, ...more } = answer as Partial<RawAnswer>
  return typeof response?.status === 'number' && Object.keys(more).length === 0
}

function requireRole({ roles }: GuardedEndpoint, { role }: Principal): void {
  if (!roles.includes(role)) throw new GatewayError('forbidden', 'not-allowed', 'Your role does not allow this')
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: `${BASE_PATH}/*`,
  handler() {
    throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  },
}
