import { isUtf8 } from 'node:buffer'
import { GatewayError, type HttpRequest } from '@heliograph/contracts'

/** A JSON object as the client sent it: nothing is known about its values. */
export type JsonObject = Readonly<Record<string, unknown>>

const JSON_MEDIA_TYPE = /^\s*application\/json\s*(?:;|$)/i

const BYTE_ORDER_MARK = /^\uFEFF/

/**
 * The body of a request as a JSON object. Throws `invalid` when the Content-Type is missing or another one, when the octets are not UTF-8 or not JSON, and
 * when the JSON is not an object.
 */
export function parseJsonBody(request: HttpRequest): JsonObject {
  if (!JSON_MEDIA_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new GatewayError('invalid', 'wrong-content-type', 'Content-Type must be application/json')
  }
  const value = parseJson(request.body)
  if (!isJsonObject(value)) throw new GatewayError('invalid', 'not-an-object', 'The body must be a JSON object')
  return value
}

/** True for a JSON object, which neither null nor an array is. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new GatewayError('invalid', 'empty-body', 'The body is empty')
  // Decoding would replace broken octets silently, and a text other than the one meant would go out.
  if (!isUtf8(body)) throw new GatewayError('invalid', 'malformed-json', 'Malformed JSON: the body is not UTF-8')
  try {
    return JSON.parse(body.toString('utf8').replace(BYTE_ORDER_MARK, ''))
  } catch {
    throw new GatewayError('invalid', 'malformed-json', 'Malformed JSON')
  }
}
