import type { ErrorCategory } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { ERROR_FORMS } from '../src/errors.ts'

/** What the rows have in common: a request to send with the key of the account under test. */
export const BASE: TestRequest = {
  method: 'POST',
  path: '/sms/3/messages',
  headers: { authorization: `App ${CONFORMANCE_API_KEY}` },
}

/** The user that the key belongs to. The password is the same as the key, so that the kit recognises either. */
export const USER = { email: 'jo@acme.example', password: CONFORMANCE_API_KEY }

/** The status of an accepted message. */
export const ACCEPTED = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' }

export const OK = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } } as const

/** A request of version 3 to send one text, with other fields of the message and of the request. */
export function send3(over: object = {}, top: object = {}): TestRequest {
  const message = { destinations: [{ to: THERE }], content: { text: 'Hello' }, ...over }
  return { path: '/sms/3/messages', json: { messages: [message], ...top } }
}

/** The same in version 2. */
export function send2(over: object = {}, top: object = {}): TestRequest {
  const message = { destinations: [{ to: THERE }], text: 'Hello', ...over }
  return { path: '/sms/2/text/advanced', json: { messages: [message], ...top } }
}

/** A GET with a query. */
export function get(path: string, query: TestRequest['query'] = ''): TestRequest {
  return { method: 'GET', path, query }
}

/** A refusal in the form of version 3, with the violations of these properties and no others. */
export function refused3(category: ErrorCategory, violations: Record<string, RegExp> = {}): AdapterCase['expect'] {
  const { action, status } = ERROR_FORMS[category]
  const found = Object.entries(violations).map(([property, violation]) => ({ property, violation }))
  const body = { errorCode: `E${status}`, description: /./, action, violations: found, resources: [] }
  return { status, headers: OK.headers, body }
}

/** A refusal in the form of versions 1 and 2. */
export function refused1(
  category: ErrorCategory,
  problems?: Record<string, RegExp>,
  text: RegExp = /./,
): AdapterCase['expect'] {
  const { messageId, status } = ERROR_FORMS[category]
  const lists = problems && Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [problem]]))
  const serviceException = { messageId, text, validationErrors: lists }
  return { status, headers: OK.headers, body: { requestError: { serviceException } } }
}

/** Sends requests a second apart. */
export async function sendAll(kit: AdapterKit, ...requests: readonly TestRequest[]): Promise<void> {
  for (const request of requests) {
    const { status, text } = await kit.request(request)
    if (status !== 200) throw new Error(text)
    kit.clock.advance(1_000)
  }
}

/** A warning that a field has no effect. */
export const NOT_SERVED_LOG = { level: 'warn', text: 'a request field is not supported' } as const
