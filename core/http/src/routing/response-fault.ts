import type { HttpResponse } from '@heliograph/contracts'
import { FIELD_NAME } from '../requests/field-syntax.ts'

const FIELD_VALUE = /^[\t\x20-\x7e]*$/

/**
 * Returns what is wrong with a handler's response, or undefined. Checked for every response, because one server kind
 * would write a line break in a header unchanged and so let a client's text become headers (RFC 9110 section 5.5).
 * Header values are ASCII so that both kinds send the same.
 */
export function responseFault(response: HttpResponse): string | undefined {
  if (typeof response !== 'object' || response === null) return 'The handler returned no response'
  const { status, headers, body, stream } = response
  if (!Number.isInteger(status) || status < 200 || status > 599) return `The response has the status ${status}`
  for (const name in headers) {
    if (!FIELD_NAME.test(name)) return 'The response has a header whose name is no token'
    const value = headers[name]
    const isFit = typeof value === 'string' ? FIELD_VALUE.test(value) : areFieldValues(value)
    if (!isFit) return `The value of response header ${name} cannot be sent`
  }
  if (stream !== undefined) return streamFault(response)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return undefined
  return 'The response has a body that is neither text nor octets'
}

function streamFault({ body, stream }: HttpResponse): string | undefined {
  if (body !== undefined) return 'The response has both a body and a stream'
  if (typeof stream?.pieces?.[Symbol.asyncIterator] === 'function') return undefined
  return 'The response has a stream without pieces'
}

function areFieldValues(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string' && FIELD_VALUE.test(value))
}
