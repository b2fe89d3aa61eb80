import assert from 'node:assert/strict'
import { CONFORMANCE_API_KEY } from './module-world.ts'
import { mergeRequests, type TestRequest } from './test-request.ts'

/** Words in a request that are long enough to contain a key in Base64. */
const BASE64_WORD = /[A-Za-z0-9+/_-]{24,}={0,2}/g

/** How an interface writes a key where it is neither readable nor in Base64. */
export type KeyForm = (apiKey: string) => string

/** The request as the holder of another key would send it: the key is replaced everywhere, also within Base64. */
export function withKey(base: TestRequest, request: TestRequest, apiKey: string, form?: KeyForm): TestRequest {
  const whole = mergeRequests(base, request)
  const changed = mapTexts(whole, (text) => replaceKey(text, apiKey, form)) as TestRequest
  assert.notDeepEqual(changed, whole, NO_KEY)
  return changed
}

/** Whether the request contains the key under test. */
export function holdsKey(base: TestRequest, request: TestRequest, form?: KeyForm): boolean {
  return hasText(base, request, (text) => replaceKey(text, '', form) !== text)
}

/** Whether the request contains the key under test, or an access token. */
export function holdsCredential(base: TestRequest, request: TestRequest, form?: KeyForm): boolean {
  return hasText(base, request, (text) => isWithCredential(text, form))
}

function hasText(base: TestRequest, request: TestRequest, isWanted: (text: string) => boolean): boolean {
  let found = false
  mapTexts(mergeRequests(base, request), (text) => {
    if (isWanted(text)) found = true
    return text
  })
  return found
}

/** An access token, which stands for a key. */
const TOKEN = /at1_[\w-]{80}/

/** Whether the text contains the key under test, or an access token. */
export function isWithCredential(text: string, form?: KeyForm): boolean {
  return TOKEN.test(text) || replaceKey(text, '', form) !== text
}

/** The message for a request in which the kit finds no key. */
export const NO_KEY =
  'the request holds no CONFORMANCE_API_KEY: say how credentials are carried (`credentials: { keyForm }`, or `without`, `wrong` and `as`), or `credentials: false`'

/** The text with another key in place of the one under test, in each form in which an interface may carry it. */
export function replaceKey(text: string, apiKey: string, form: KeyForm = (same) => same): string {
  const inForm = text.replaceAll(form(CONFORMANCE_API_KEY), apiKey === '' ? '' : form(apiKey))
  return inForm.replaceAll(CONFORMANCE_API_KEY, apiKey).replace(BASE64_WORD, (word) => {
    const decoded = Buffer.from(word, 'base64').toString('latin1')
    if (!decoded.includes(CONFORMANCE_API_KEY)) return word
    return Buffer.from(decoded.replaceAll(CONFORMANCE_API_KEY, apiKey), 'latin1').toString('base64')
  })
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (value instanceof Uint8Array) return Buffer.from(change(Buffer.from(value).toString('latin1')), 'latin1')
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}
