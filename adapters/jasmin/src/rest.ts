import {
  authenticatedRoute,
  GatewayError,
  type HttpRequest,
  type Principal,
  type RouteSpec,
} from '@heliograph/contracts'
import { admitRequest, BASIC, type JsonObject, jsonResponse, parseJsonObject, readCredential } from '@heliograph/wire'
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

/** Resolves with the data of the answer to a user who has logged in. */
type Answer = (principal: Principal, request: HttpRequest) => Promise<unknown>

/** The routes of Jasmin's REST interface, with a login by Basic authentication. */
export function createRestRoutes(context: Context, config: JasminConfig): readonly RouteSpec[] {
  const { services } = context
  const at = (path: string) => `${config.path}${path}`

  /** A route with the login in the head of the request. */
  function route(method: 'GET' | 'POST', path: string, answer: Answer, bodyLimit?: number) {
    return authenticatedRoute({
      method,
      path: at(path),
      bodyLimit,
      authenticate(request) {
        const credential = readCredential([BASIC], request.headers)
        if (credential?.kind !== 'login') throw noLogin()
        const { account: username, password } = credential
        return authenticate(services, { username, password }, request, config)
      },
      async handler(request, { principal }) {
        admitRequest(services.rateLimits, principal, config.requestsPerMinute)
        return jsonResponse(200, { data: await answer(principal, request) })
      },
    })
  }

  const send: Answer = async (principal, request) => {
    const messageId = await sendOne(context, principal, argumentsOfJson(readBody(request.body)), request)
    return restText(formatSuccess(messageId))
  }

  const batch: Answer = async (principal, request) => sendBatch(context, principal, readBody(request.body), request)

  const rate: Answer = async (principal, request) => {
    const given = request.body.length > 0 ? argumentsOfJson(readBody(request.body)) : argumentsOf(request)
    return rateOf(services, principal, given)
  }

  return [
    route('POST', PATHS.secureSend, send, MESSAGE_OCTETS),
    route('POST', PATHS.secureBatch, batch, BATCH_OCTETS),
    route('GET', PATHS.secureBalance, (principal) => balanceOf(services, principal)),
    route('GET', PATHS.secureRate, rate),
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
