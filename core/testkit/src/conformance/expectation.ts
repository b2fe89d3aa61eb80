import type { HttpResponse } from '@heliograph/contracts'
import { difference, type Pattern, show } from './match.ts'

/** What must be true of a response. What is not listed is not looked at. */
export interface ResponseExpectation {
  readonly status?: number | undefined
  /** By name in any case. */
  readonly headers?: Readonly<Record<string, Pattern>> | undefined
  /**
   * A string: exactly this text. A regular expression or a function: applied to the text. An object or an array: applied to the JSON in the body; see
   * `Pattern`.
   */
  readonly body?: Pattern
}

/** A response with its body as text. */
export interface TestResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly text: string
}

export function toTestResponse(response: HttpResponse): TestResponse {
  const body = Buffer.from(response.body ?? '')
  const headers = Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  return { status: response.status, headers: Object.fromEntries(headers), body, text: body.toString('utf8') }
}

/** Says what is wrong with a response; undefined when nothing is. */
export function responseDifference(response: TestResponse, expected: ResponseExpectation): string | undefined {
  const found =
    (expected.status === undefined ? undefined : difference(response.status, expected.status, 'status')) ??
    headersDifference(response, expected.headers ?? {}) ??
    (expected.body === undefined ? undefined : bodyDifference(response.text, expected.body))
  return (
    found && `${found}\nthe response: ${response.status} ${show(response.headers)}\n${response.text.slice(0, 2000)}`
  )
}

function headersDifference(response: TestResponse, expected: Readonly<Record<string, Pattern>>): string | undefined {
  for (const [name, pattern] of Object.entries(expected)) {
    const found = difference(response.headers[name.toLowerCase()], pattern, `header ${name}`)
    if (found) return found
  }
  return undefined
}

function bodyDifference(text: string, pattern: Pattern): string | undefined {
  if (typeof pattern !== 'object' || pattern === null || pattern instanceof RegExp)
    return difference(text, pattern, 'body')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'the body should be JSON'
  }
  return difference(json, pattern, 'body')
}

/** What makes a response unfit to be sent, whatever it is meant to say; undefined when it is well-formed. */
export function malformation(response: HttpResponse): string | undefined {
  if (typeof response !== 'object' || response === null) return `no response but ${show(response)}`
  const { status, headers = {}, body } = response
  if (!Number.isInteger(status) || status < 200 || status > 599) return `the status is ${show(status)}`
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return `a header is named ${show(name)}`
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    if (typeof value !== 'string' || /[\x00-\x08\x0a-\x1f\x7f]/.test(value)) return `header ${name} is ${show(value)}`
  }
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    return `the body is ${show(body)}`
  return jsonMalformation(response)
}

function jsonMalformation(response: HttpResponse): string | undefined {
  const { headers, text } = toTestResponse(response)
  if (!/^application\/(.+\+)?json\b/i.test(headers['content-type'] ?? '') || text === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return `the Content-Type promises JSON but the body is ${show(text)}`
  }
}
