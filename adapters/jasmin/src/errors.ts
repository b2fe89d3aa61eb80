import {
  type ErrorCategory,
  errorHeaders,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
} from '@heliograph/contracts'
import { jsonResponse, textResponse } from '@heliograph/wire'
import type { JasminConfig } from './config.ts'
import { PATHS } from './paths.ts'

const LONGEST_SHOWN = 100

/** Creates the error for a request with a wrong argument, in Jasmin's words. */
export function badArgument(name: string, value: string): GatewayError {
  const shown = `Argument [${name}] has an invalid value: [${value.slice(0, LONGEST_SHOWN)}].`
  return new GatewayError('invalid', 'bad-argument', shown)
}

/** Creates the error for a request that is wrong in another way. */
export function refusal(code: keyof typeof REFUSALS): GatewayError {
  return new GatewayError('invalid', code, REFUSALS[code])
}

/** Jasmin's words for requests that lack something or have too much. */
export const REFUSALS = {
  'no-arguments': 'Mandatory arguments not found, please refer to the HTTPAPI specifications.',
  'no-content': 'content or hex-content not present.',
  'two-contents': 'content and hex-content cannot be used both in same request.',
} as const

/** Creates the error for a login that is not good. */
export function wrongLogin(username: string): GatewayError {
  const shown = `Authentication failure for username:${username.slice(0, LONGEST_SHOWN)}`
  return new GatewayError('unauthenticated', 'wrong-login', shown)
}

/** Creates the error for a REST request without a login. */
export function noLogin(): GatewayError {
  return new GatewayError('unauthenticated', 'no-login', 'Please provide valid credentials')
}

/** Creates the error for what cannot be charged. */
export function noCredit(): GatewayError {
  return new GatewayError('forbidden', 'no-credit', 'Cannot charge submit_sm, check RouterPB log file for details')
}

/** Creates the error for a recipient that the client may not send to. */
export function mayNotSend(user: string): GatewayError {
  const shown = `Value filter failed for user [${user}] (destination_address filter mismatch).`
  return new GatewayError('forbidden', 'opted-out', shown)
}

/** Creates the error for a body or a time that Jasmin's REST interface cannot read. */
export function unreadable(title: string, description: string): GatewayError {
  return new GatewayError('conflict', 'unreadable', title, { details: { description } })
}

/** Status and text of each category; without a text here, that of the error is used. */
const ANSWERS: Readonly<Record<ErrorCategory, { readonly status: number; readonly text?: string }>> = {
  invalid: { status: 400 },
  unauthenticated: { status: 403 },
  forbidden: { status: 403 },
  'not-found': { status: 404, text: 'No such resource' },
  'method-not-allowed': { status: 405 },
  conflict: { status: 412 },
  'too-large': { status: 413 },
  throttled: { status: 403, text: 'User throughput exceeded' },
  unavailable: { status: 500, text: 'Cannot send submit_sm, check SMPPClientManagerPB log file for details' },
  internal: { status: 500, text: 'Unknown error' },
}

/** Codes that Jasmin answers in another way than the rest of their category. */
const BY_CODE: Readonly<Record<string, { readonly status: number; readonly text?: string }>> = {
  'no-channel': { status: 412, text: 'No route found' },
  'opted-out': { status: 400 },
}

/** Returns what formats errors: as text, as a JSON text for what Jasmin answers in JSON, as an object for REST. */
export function errorFormatter({ path }: JasminConfig): (error: GatewayError, request: HttpRequest) => HttpResponse {
  const secure = `${path}${PATHS.secure}`
  const inJson = new Set([`${path}${PATHS.balance}`, `${path}${PATHS.rate}`])
  return (error, request) => {
    const { status, text = error.publicMessage } = answerOf(error)
    const headers = errorHeaders(error)
    if (inJson.has(request.path)) return jsonResponse(status, text, headers)
    if (!request.path.startsWith(secure)) return textResponse(status, formatFailure(text), headers)
    if (error.code === 'unreadable')
      return jsonResponse(status, { title: text, description: error.details?.description ?? '' }, headers)
    if (error.category === 'unauthenticated')
      return jsonResponse(401, { title: 'Authentication required', description: text }, headers)
    return jsonResponse(
      status,
      { message: restText(request.path.endsWith('/send') ? formatFailure(text) : text) },
      headers,
    )
  }
}

function answerOf({ category, code }: GatewayError) {
  return BY_CODE[code] ?? ANSWERS[category]
}

/** How `/send` answers an error. */
export function formatFailure(text: string): string {
  return `Error "${text}"`
}

/** REST repeats the text of the other interface without a quotation mark at its end. */
export function restText(text: string): string {
  return text.replace(/"$/, '')
}
