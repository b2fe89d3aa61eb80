import type { HttpRequest, HttpResponse, RouteSpec } from '@heliograph/contracts'
import { jsonResponse, mediaTypeOf, parseJsonObject, textResponse } from '@heliograph/wire'
import { type Arguments, argumentsOf, argumentsOfJson, checkArguments, LOGIN_FIELDS, loginOf } from './arguments.ts'
import { authenticate } from './authentication.ts'
import type { JasminConfig } from './config.ts'
import { balanceOf, type Context, formatSuccess, rateOf, sendOne } from './operations.ts'
import { PATHS } from './paths.ts'
import { createRestRoutes } from './rest.ts'

/** Room for the longest text with each of its octets escaped. It is read before it is known who sends it. */
const SEND_OCTETS = 128 * 1_024

const PONG = 'Jasmin/PONG'

/** The routes of both interfaces. */
export function createRoutes(context: Context, config: JasminConfig): readonly RouteSpec[] {
  const { services } = context
  const logIn = (given: Arguments, request: HttpRequest) => authenticate(services, loginOf(given), request, config)

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const isJson = mediaTypeOf(request.headers['content-type']) === 'application/json'
    const given = isJson ? argumentsOfJson(parseJsonObject(request.body)) : argumentsOf(request)
    const principal = await logIn(given, request)
    return textResponse(200, formatSuccess(await sendOne(context, principal, given, request)))
  }

  async function balance(request: HttpRequest): Promise<HttpResponse> {
    const given = argumentsOf(request)
    const principal = await logIn(given, request)
    checkArguments(given, LOGIN_FIELDS)
    return jsonResponse(200, await balanceOf(services, principal))
  }

  async function rate(request: HttpRequest): Promise<HttpResponse> {
    const given = argumentsOf(request)
    const principal = await logIn(given, request)
    return jsonResponse(200, await rateOf(services, principal, given))
  }

  const at = (path: string) => `${config.path}${path}`
  return [
    { method: 'GET', path: at(PATHS.send), handler: send },
    // Whether there is such an address can be looked up without sending anything.
    { method: 'HEAD', path: at(PATHS.send), handler: () => textResponse(200, '') },
    { method: 'POST', path: at(PATHS.send), bodyLimit: SEND_OCTETS, handler: send },
    { method: 'GET', path: at(PATHS.balance), handler: balance },
    { method: 'GET', path: at(PATHS.rate), handler: rate },
    {
      method: 'GET',
      path: at(PATHS.ping),
      handler: ({ headers }) =>
        headers.accept?.includes('application/json') ? jsonResponse(200, { data: PONG }) : textResponse(200, PONG),
    },
    ...createRestRoutes(context, config),
  ]
}
