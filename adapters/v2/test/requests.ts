import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest } from '@heliograph/testkit'
import type { ErrorForm } from '../src/errors.ts'

/** What the rows have in common: a request to send with the key of the account under test. */
export const BASE: TestRequest = {
  method: 'POST',
  path: '/sms/2/messages',
  headers: { authorization: CONFORMANCE_API_KEY },
}

/** Two numbers that can be sent to. */
export const THERE = '27821234567'
export const ELSEWHERE = '27829876543'

/** The status of an accepted message. */
export const ACCEPTED = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' }

/** A message to one number, with further or other fields. */
export function message(over: object = {}) {
  return { destinations: [{ to: THERE }], text: 'Hello', ...over }
}

/** A request to send one message, with further or other fields of the message and of the request. */
export function sending(over: object = {}, top: object = {}): TestRequest {
  return { json: { messages: [message(over)], ...top } }
}

/** A request with this text as its body. */
export function raw(body: string | Uint8Array, headers: Record<string, string | undefined> = {}): TestRequest {
  return { body, headers: { 'content-type': 'application/json', ...headers } }
}

/** An answer in the error form: nothing was sent. */
export function refusal(
  form: Pick<ErrorForm, 'status' | 'messageId'>,
  validationErrors: Record<string, unknown> = {},
  text: unknown = /./,
): AdapterCase['expect'] {
  const paths = Object.keys(validationErrors).sort()
  return {
    status: form.status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: {
      requestError: {
        serviceException: {
          messageId: form.messageId,
          text,
          validationErrors: (found: Record<string, string>) => {
            // All of them, and no others.
            if (JSON.stringify(Object.keys(found).sort()) !== JSON.stringify(paths)) return false
            return paths.every((path) => matches(found[path], validationErrors[path]))
          },
        },
      },
    },
  }
}

function matches(found: string | undefined, expected: unknown): boolean {
  return expected instanceof RegExp ? expected.test(found ?? '') : found === expected
}

/** A refusal of fields: each with a text that its problem must match. */
export function badFields(problems: Record<string, string | RegExp>): AdapterCase['expect'] {
  return refusal({ status: 400, messageId: 'BAD_REQUEST' }, problems)
}

/** A refusal of the whole body. */
export function badRequest(text: RegExp): AdapterCase['expect'] {
  return refusal({ status: 400, messageId: 'BAD_REQUEST' }, {}, text)
}
