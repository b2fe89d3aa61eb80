import {
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type Principal,
  type RouteSpec,
} from '@heliograph/contracts'
import { BASIC, type JsonObject, jsonResponse, parseJsonObject, readCredential } from '@heliograph/wire'
import { argumentsOf, argumentsOfJson } from './arguments.ts'
import { authenticate } from './authentication.ts'
import { sendBatch } from './batch.ts'
import type { JasminConfig } from './config.ts'
import { noLogin, restText, unreadable } from './errors.ts'
import { balanceOf, type Context, formatSuccess, rateOf, sendOne } from './operations.ts'
import { PATHS } from './paths.ts'

/** Octets of one message, and of a batch. */
const MESSAGE_OCTETS = 512 * 1_024
const BATCH_OCTETS = 4 * 1_024 * 1_024

/** The routes of Jasmin's REST interface, with a login by Basic authentication. */
export function createRestRoutes(context: Context, config: JasminConfig): readonly RouteSpec[] {
  const { services } = context
  const at = (path: string) => `${config.path}${path}`

  function logIn(request: Pick<HttpRequest, 'headers' | 'remoteAddress'>): Promise<Principal> {
    const credential = readCredential([BASIC], request.headers)
    if (credential?.kind !== 'login') throw noLogin()
    const { account: username, password } = credential
    return authenticate(services, { username, password }, request, config)
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const principal = await logIn(request)
    const messageId = await sendOne(context, principal, argumentsOfJson(readBody(request.body)), request)
    return jsonResponse(200, { data: restText(formatSuccess(messageId)) })
  }

  async function batch(request: HttpRequest): Promise<HttpResponse> {
    const principal = await logIn(request)
    return jsonResponse(200, { data: await sendBatch(context, principal, readBody(request.body), request) })
  }

  async function rate(request: HttpRequest): Promise<HttpResponse> {
    const principal = await logIn(request)
    const given = request.body.length > 0 ? argumentsOfJson(readBody(request.body)) : argumentsOf(request)
    return jsonResponse(200, { data: await rateOf(services, principal, given) })
  }

  return [
    { method: 'POST', path: at(PATHS.secureSend), bodyLimit: MESSAGE_OCTETS, handler: send },
    { method: 'POST', path: at(PATHS.secureBatch), bodyLimit: BATCH_OCTETS, handler: batch },
    {
      method: 'GET',
      path: at(PATHS.secureBalance),
      handler: async (request) => jsonResponse(200, { data: await balanceOf(services, await logIn(request)) }),
    },
    { method: 'GET', path: at(PATHS.secureRate), handler: rate },
    {
      method: 'ANY',
      path: `${at(PATHS.secure)}*`,
      handler() {
        throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
      },
    },
  ]
}

function readBody(octets: Buffer): JsonObject {
  try {
    return parseJsonObject(octets)
  } catch {
    const shown = isShort(octets) ? octets.toString() : `${octets.length} octets`
    throw unreadable('Cannot parse JSON data', `Got unparseable json data: ${shown}`)
  }
}

function isShort(octets: Buffer): boolean {
  return octets.length <= 200
}
