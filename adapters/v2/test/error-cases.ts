import type { ErrorCategory } from '@heliograph/contracts'
import type { AdapterCase, ServiceName } from '@heliograph/testkit'
import { ERROR_FORMS } from '../src/errors.ts'
import { refusal, sending } from './requests.ts'

/** Status and messageId of every error, according to the specification and the decisions on it. */
const EXPECTED: Readonly<Record<ErrorCategory, readonly [status: number, messageId: string]>> = {
  invalid: [400, 'BAD_REQUEST'],
  unauthenticated: [401, 'UNAUTHORIZED'],
  forbidden: [403, 'FORBIDDEN'],
  'not-found': [404, 'NOT_FOUND'],
  'method-not-allowed': [405, 'METHOD_NOT_ALLOWED'],
  conflict: [409, 'CONFLICT'],
  'too-large': [413, 'PAYLOAD_TOO_LARGE'],
  throttled: [429, 'TOO_MANY_REQUESTS'],
  unavailable: [503, 'GENERAL_ERROR'],
  internal: [500, 'GENERAL_ERROR'],
}

const WHERE: readonly (readonly [service: ServiceName, request: AdapterCase['request']])[] = [
  ['directory', sending()],
  ['rateLimits', sending()],
  ['submissions', sending()],
  ['reports', { method: 'GET', path: '/sms/2/reports' }],
  ['reports', { method: 'GET', path: '/sms/2/logs' }],
  ['schedules', { method: 'GET', path: '/sms/2/bulks' }],
]

/** Error form and codes: `requestError.serviceException` with `messageId`, `text` and `validationErrors`. */
export const errorCases: readonly AdapterCase[] = [
  // spec: v2 REST | status | 500: server error -> error 500 GENERAL_ERROR: Server error. Nothing was accepted.
  // spec: v2 REST | status | 403: missing permissions -> error 403 FORBIDDEN: Insufficient credits for the whole request, no enabled channel, or missing permissions.
  ...(Object.keys(ERROR_FORMS) as ErrorCategory[]).map((category): AdapterCase => {
    const [status, messageId] = EXPECTED[category]
    const details = category === 'invalid' ? { forced: 'must not be forced' } : {}
    return {
      name: `error ${status} ${messageId}: ${ERROR_FORMS[category].meaning}`,
      before: ({ engine }) => engine.failNext(category, 'submissions'),
      request: sending(),
      expect: {
        ...(refusal({ status, messageId }, details) as object),
        status,
        ...(category === 'internal' ? { logs: [{ level: 'error', text: 'request failed' }] } : {}),
      },
    }
  }),
  ...WHERE.map(
    ([service, request], index): AdapterCase => ({
      name: `error 503 GENERAL_ERROR: the database is away, found out by ${service} (${index})`,
      before: ({ engine }) => engine.failNext('unavailable', service),
      request,
      expect: refusal({ status: 503, messageId: 'GENERAL_ERROR' }),
    }),
  ),
  // spec: v2 REST | error | requestError.serviceException ; requestError.serviceException.messageId, a string
  // spec: v2 REST | error | requestError.serviceException.messageId: BAD_REQUEST ; requestError.serviceException.text, a string
  // spec: v2 REST | error | requestError.serviceException.validationErrors, from field name to message
  {
    name: 'error body: exactly requestError.serviceException with messageId, text, validationErrors',
    request: { json: { messages: [] } },
    expect: {
      status: 400,
      body: JSON.stringify({
        requestError: {
          serviceException: {
            messageId: 'BAD_REQUEST',
            text: 'The request has invalid fields',
            validationErrors: { messages: 'must not be empty' },
          },
        },
      }),
    },
  },
]
