import { isUtf8 } from 'node:buffer'
import type { HttpRequest } from '@heliograph/contracts'
import { invalid } from '../invalid.ts'
import { jsonExcess } from './json-excess.ts'

/** A JSON object as the client sent it, with unchecked values. */
export type JsonObject = Readonly<Record<string, unknown>>

const JSON_MEDIA_TYPE = /^\s*application\/json\s*(?:;|$)/i

const BYTE_ORDER_MARK = /^\uFEFF/

/**
 * Parses the body of a request as a JSON object. Throws `invalid`/`wrong-content-type` when the Content-Type is missing
 * or not `application/json`, and whatever `parseJsonObject` throws.
 */
export function parseJsonBody(request: Pick<HttpRequest, 'headers' | 'body'>): JsonObject {
  if (!JSON_MEDIA_TYPE.test(request.headers['content-type'] ?? '')) {
    throw invalid('wrong-content-type', 'Content-Type must be application/json')
  }
  return parseJsonObject(request.body)
}

/**
 * Parses octets as a JSON object, whatever their Content-Type. Throws `invalid` with the code `empty-body`,
 * `malformed-json` (not UTF-8, not JSON, nested deeper than 100 levels, or with more than 200,000 values, 20,000
 * different names or 50,000 different short texts) or `not-an-object`. So code may walk the result by recursion, and
 * 4 MiB are parsed in less than 50 ms.
 */
export function parseJsonObject(octets: Buffer): JsonObject {
  const value = parseJson(octets)
  if (!isJsonObject(value)) throw invalid('not-an-object', 'The body must be a JSON object')
  return value
}

/** True for a JSON object; null and arrays are not objects. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The same object with its names in lower case, for interfaces that match them in any letter case. Of names that differ
 * only in case, the first with a value in the sense of `firstGiven` counts. Nested objects stay unchanged.
 */
export function withLowerCaseNames(object: JsonObject): JsonObject {
  const folded = new Map<string, unknown>()
  for (const [name, value] of Object.entries(object)) {
    const key = name.toLowerCase()
    if (!isGiven(folded.get(key))) folded.set(key, value)
  }
  return Object.fromEntries(folded)
}

/**
 * The value of the first of several names that has one; an interface with aliases chooses the order. Null, blank text
 * and an empty list do not count as values. Undefined: there is none.
 */
export function firstGiven(object: JsonObject, names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(object, each) && isGiven(object[each]))
  return name === undefined ? undefined : object[name]
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}

function parseJson(octets: Buffer): unknown {
  if (octets.length === 0) throw invalid('empty-body', 'The body is empty')
  // Decoding would silently replace broken octets, and the wrong text would be sent.
  if (!isUtf8(octets)) throw invalid('malformed-json', 'Malformed JSON: the body is not UTF-8')
  const excess = jsonExcess(octets)
  if (excess !== undefined) throw invalid('malformed-json', `Malformed JSON: ${excess}`)
  try {
    return JSON.parse(octets.toString('utf8').replace(BYTE_ORDER_MARK, ''))
  } catch {
    throw invalid('malformed-json', 'Malformed JSON')
  }
}
