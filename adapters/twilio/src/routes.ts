import { authenticatedRoute, type HttpMethod, type HttpResponse, type RouteSpec } from '@heliograph/contracts'
import { admitRequest, MAX_STRANGER_OCTETS } from '@heliograph/wire'
import { authenticate } from './authentication.ts'
import { notFound } from './errors.ts'
import { account, keys, media } from './operations/account.ts'
import { change, remove } from './operations/change.ts'
import { create } from './operations/create.ts'
import { list } from './operations/list.ts'
import { read } from './operations/read.ts'
import { API_VERSION_PATH } from './resources.ts'
import type { Call, TwilioContext } from './services.ts'

type Operation = (context: TwilioContext, call: Call) => Promise<HttpResponse>

const ACCOUNT = `${API_VERSION_PATH}/Accounts/:account`
const MESSAGES = `${ACCOUNT}/Messages.json`
const MESSAGE = `${ACCOUNT}/Messages/:message`

const OPERATIONS: readonly (readonly [method: HttpMethod, path: string, operation: Operation])[] = [
  ['POST', MESSAGES, create],
  ['GET', MESSAGES, list],
  ['GET', MESSAGE, read],
  ['POST', MESSAGE, change],
  ['DELETE', MESSAGE, remove],
  ['GET', `${MESSAGE}/Media.json`, media],
  ['GET', ACCOUNT, account],
  ['GET', `${ACCOUNT}/Keys.json`, keys],
]

/** The routes of the operations, and a 404 for every other path of this version of the API. */
export function createRoutes(context: TwilioContext): readonly RouteSpec[] {
  return [...OPERATIONS.map(([method, path, operation]) => toRoute(context, method, path, operation)), unknownPath]
}

/** The sender is known before the rest of the request is read. */
function toRoute(context: TwilioContext, method: HttpMethod, path: string, operation: Operation): RouteSpec {
  const { config, services, sids } = context
  return authenticatedRoute({
    method,
    path,
    bodyLimit: MAX_STRANGER_OCTETS,
    authenticate: (request) => authenticate(context, request),
    handler(request, { principal }) {
      admitRequest(services.rateLimits, principal, config.requestsPerMinute)
      const named = request.params.account?.replace(/\.json$/, '') ?? ''
      if (sids.read('AC', principal.clientId, named) !== 0) throw notFound(request.path)
      return operation(context, { principal, request })
    },
  })
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: `${API_VERSION_PATH}/*`,
  handler({ path }) {
    throw notFound(path)
  },
}
