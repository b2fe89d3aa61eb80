import type { HttpResponse } from '@heliograph/contracts'
import type { InjectedResponse } from '@heliograph/http'
import { difference, type Pattern, show } from './match.ts'

/** What must be true of a response. Anything not listed is ignored. @stability stable */
export interface ResponseExpectation {
  readonly status?: number | undefined
  /** By name, in any case. */
  readonly headers?: Readonly<Record<string, Pattern>> | undefined
  /**
   * A string: exactly this text. A regular expression or a function: applied to the text. An object or an array:
   * applied to the JSON in the body; see `Pattern`.
   */
  readonly body?: Pattern
}

/** Describes what is wrong with a response; undefined when nothing is. */
export function responseDifference(response: InjectedResponse, expected: ResponseExpectation): string | undefined {
  const found =
    (expected.status === undefined ? undefined : difference(response.status, expected.status, 'status')) ??
    headersDifference(response, expected.headers ?? {}) ??
    (expected.body === undefined ? undefined : bodyDifference(response.text, expected.body))
  return (
    found && `${found}\nthe response: ${response.status} ${show(response.headers)}\n${response.text.slice(0, 2000)}`
  )
}

function headersDifference(
  response: InjectedResponse,
  expected: Readonly<Record<string, Pattern>>,
): string | undefined {
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

/**
 * What makes a response unfit to be sent, regardless of its content; undefined when it is well-formed. The host
 * replaces an unfit response by an error.
 */
export function malformation(response: HttpResponse | InjectedResponse): string | undefined {
  if (typeof response !== 'object' || response === null) return `no response but ${show(response)}`
  const { status, headers = {}, body } = response
  if (!Number.isInteger(status) || status < 200 || status > 599) return `the status is ${show(status)}`
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return `a header is named ${show(name)}`
    const isFit = [value].flat().every((one) => typeof one === 'string' && /^[\t\x20-\x7e]*$/.test(one))
    if (!isFit) return `header ${name} is ${show(value)}`
  }
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    return `the body is ${show(body)}`
  const contentType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return jsonMalformation(String(contentType), Buffer.from(body ?? '').toString('utf8'))
}

function jsonMalformation(contentType: string, text: string): string | undefined {
  if (!/^application\/(.+\+)?json\b/i.test(contentType) || text === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return `the Content-Type promises JSON but the body is ${show(text)}`
  }
}
