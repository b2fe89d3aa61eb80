import type { ErrorCategory } from '@heliograph/contracts'
import type { Pattern } from '../conformance/match.ts'
import { CONFORMANCE_API_KEY } from '../conformance/module-world.ts'
import type { Parameters, TestRequest } from '../conformance/test-request.ts'

/**
 * How clients send a text over an interface that takes parameters in a query or a form and answers with a result for
 * each recipient.
 * @stability experimental
 */
export interface TextInterface {
  /** The origin of its messages. */
  readonly origin: string
  readonly path: string
  /** GET takes parameters in the query, POST also in a form. */
  readonly methods: readonly ('GET' | 'POST')[]
  /** The names of its parameters, each with all aliases, the preferred one first. */
  readonly names: {
    readonly recipients: readonly string[]
    readonly text: readonly string[]
    /** Empty where messages cannot have a reference. */
    readonly reference: readonly string[]
  }
  /** Returns what else every request from this account contains. */
  credentials(sender: Sender): { readonly parameters?: Parameters; readonly headers?: Readonly<Record<string, string>> }
  /** Where the API key is one of the parameters: its names, and the answer (with status 200) when it is missing. */
  readonly key?: { readonly names: readonly string[]; readonly missing: Pattern }
  /** The body that reports these results, each written as `<sms_id>:<recipient>:<status>`. */
  answer(results: readonly string[]): string
  /**
   * The answers (with status 200) to a request without recipients, without text, with too many recipients, and with too
   * many parameters.
   */
  readonly refusals: Readonly<Record<'recipients' | 'text' | 'tooManyRecipients' | 'tooManyParameters', Pattern>>
  /** The answers when the gateway refuses a text with an error of each category. */
  readonly failures: Readonly<Record<ErrorCategory, { readonly status: number; readonly body: Pattern }>>
}

/** What is needed to make requests. */
export type TextRequestForm = Pick<TextInterface, 'path' | 'methods' | 'names' | 'credentials'>

/**
 * The `failures` of an interface that answers errors in one line after a mark, with 200 where it can, and answers
 * accounts that may not send with ERROR for each recipient.
 * @stability experimental
 */
export function plainFailures(mark: string): TextInterface['failures'] {
  const line = (text: string, status = 200) => ({ status, body: `${mark}${text}` })
  const refused = { status: 200, body: `0:${THERE}:ERROR` }
  return {
    invalid: line('Forced invalid'),
    unauthenticated: refused,
    forbidden: refused,
    'not-found': line('Forced not-found', 404),
    'method-not-allowed': line('Forced method-not-allowed', 405),
    conflict: line('Forced conflict'),
    'too-large': line('Forced too-large', 413),
    throttled: line('Forced throttled', 429),
    internal: line('Forced internal'),
    unavailable: line('Forced unavailable'),
  }
}

/** An account as it appears in requests. @stability experimental */
export interface Sender {
  readonly clientId: number
  readonly apiKey: string
}

/** The first account of a world. @stability experimental */
export const OWNER: Sender = { clientId: 1001, apiKey: CONFORMANCE_API_KEY }

/** Two numbers that messages can be sent to. @stability experimental */
export const THERE = '27821234567'
/** @stability experimental */
export const ELSEWHERE = '27829876543'

/** A request with these parameters, already encoded. `over` wins field by field. @stability experimental */
export function sending(
  wire: TextRequestForm,
  parameters: string,
  method: string | undefined = wire.methods[0],
  over: TestRequest & { readonly sender?: Sender } = {},
): TestRequest {
  const { sender = OWNER, ...rest } = over
  const own = wire.credentials(sender)
  const credentials = new URLSearchParams(own.parameters as Record<string, string> | undefined).toString()
  const all = [credentials, parameters].filter((each) => each !== '').join('&')
  if (method !== 'POST')
    return { method: 'GET', path: wire.path, query: all, ...rest, headers: { ...own.headers, ...rest.headers } }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    method,
    path: wire.path,
    body: Buffer.from(all, 'latin1'),
    ...rest,
    headers: { ...type, ...own.headers, ...rest.headers },
  }
}

/** Parameters for one text, percent-encoded. @stability experimental */
export function texting(
  wire: TextRequestForm,
  to: string,
  text = 'Hello',
  more: Readonly<Record<string, string>> = {},
): string {
  const { recipients, text: texts } = wire.names
  return new URLSearchParams({ [recipients[0] as string]: to, [texts[0] as string]: text, ...more }).toString()
}
