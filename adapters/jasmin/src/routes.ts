import {
  authenticatedRoute,
  type HttpRequest,
  type HttpResponse,
  type Principal,
  type RouteSpec,
} from '@heliograph/contracts'
import { admitRequest, jsonResponse, mediaTypeOf, parseJsonObject, textResponse } from '@heliograph/wire'
import { type Arguments, argumentsOf, argumentsOfJson, checkArguments, LOGIN_FIELDS, loginOf } from './arguments.ts'
import { authenticate } from './authentication.ts'
import type { JasminConfig } from './config.ts'
import { balanceOf, type Context, formatSuccess, rateOf, sendOne } from './operations.ts'
import { PATHS } from './paths.ts'
import { createRestRoutes } from './rest.ts'

/** Room for the longest text with each of its octets escaped. It is read before it is known who sends it. */
const SEND_OCTETS = 128 * 1_024

const PONG = 'Jasmin/PONG'

type ReadArguments = (request: HttpRequest) => Arguments

/** Answers a user who has logged in. */
type Answer = (principal: Principal, given: Arguments, request: HttpRequest) => Promise<HttpResponse>

/** The routes of both interfaces. */
export function createRoutes(context: Context, config: JasminConfig): readonly RouteSpec[] {
  const { services } = context
  const at = (path: string) => `${config.path}${path}`

  /** A route whose arguments have the login among them. */
  function route(
    method: 'GET' | 'POST',
    path: string,
    answer: Answer,
    read: ReadArguments = argumentsOf,
    bodyLimit?: number,
  ) {
    return authenticatedRoute({
      method,
      path: at(path),
      bodyLimit,
      async authenticate(request) {
        const given = read(request)
        const { principal, secret } = await authenticate(services, loginOf(given), request, config)
        return { principal, secret, given }
      },
      handler(request, { principal, given }) {
        admitRequest(services.rateLimits, principal, config.requestsPerMinute)
        return answer(principal, given, request)
      },
    })
  }

  const send: Answer = async (principal, given, request) =>
    textResponse(200, formatSuccess(await sendOne(context, principal, given, request)))

  const balance: Answer = async (principal, given) => {
    checkArguments(given, LOGIN_FIELDS)
    return jsonResponse(200, await balanceOf(services, principal))
  }

  const rate: Answer = async (principal, given) => jsonResponse(200, await rateOf(services, principal, given))

  return [
    route('GET', PATHS.send, send, sendArgumentsOf),
    // Whether there is such an address can be looked up without sending anything.
    { method: 'HEAD', path: at(PATHS.send), handler: () => textResponse(200, '') },
    route('POST', PATHS.send, send, sendArgumentsOf, SEND_OCTETS),
    route('GET', PATHS.balance, balance),
    route('GET', PATHS.rate, rate),
    {
      method: 'GET',
      path: at(PATHS.ping),
      handler: ({ headers }) =>
        headers.accept?.includes('application/json') ? jsonResponse(200, { data: PONG }) : textResponse(200, PONG),
    },
    ...createRestRoutes(context, config),
  ]
}

function sendArgumentsOf(request: HttpRequest): Arguments {
  const isJson = mediaTypeOf(request.headers['content-type']) === 'application/json'
  return isJson ? argumentsOfJson(parseJsonObject(request.body)) : argumentsOf(request)
}
