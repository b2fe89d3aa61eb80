import { CONFORMANCE_API_KEY, type TestRequest, type TextInterface } from '@heliograph/testkit'

const exception = (text: string) => ({ status: 200, body: `EXP-SENDSMS-01|Exception while sending: ${text}` })
const refused = { status: 200, body: 'success|0:27821234567:ERROR' }

/** Describes sending over the interface to the common rows of text interfaces. */
export const basicInterface: TextInterface = {
  origin: 'basic',
  path: '/api/http/main.ashx',
  methods: ['GET', 'POST'],
  names: { recipients: ['to', 'mobile', 'msisdn', 'recipient'], text: ['msg', 'message', 'body'], reference: ['ref'] },
  credentials: ({ apiKey }) => ({ parameters: { action: 'sendsms' }, headers: { 'x-api-key': apiKey } }),
  answer: (results) => `success|${results.join('|')}`,
  refusals: {
    recipients: 'ERR-SENDSMS-01|Recipient list not given',
    text: 'ERR-SENDSMS-03|Message text not given',
    tooManyRecipients: exception('At most 10000 recipients are allowed').body,
    tooManyParameters: exception('At most 20000 parameters are allowed').body,
  },
  failures: {
    invalid: exception('Forced invalid'),
    unauthenticated: refused,
    forbidden: refused,
    'not-found': { status: 404, body: 'Forced not-found' },
    'method-not-allowed': { status: 405, body: 'Forced method-not-allowed' },
    conflict: exception('Forced conflict'),
    'too-large': { status: 413, body: 'Forced too-large' },
    throttled: { status: 429, body: 'Forced throttled' },
    internal: exception('Forced internal'),
    unavailable: exception('Forced unavailable'),
  },
}

/** The common part of the rows that do not send. */
export const BASE: TestRequest = {
  method: 'GET',
  path: basicInterface.path,
  headers: { 'x-api-key': CONFORMANCE_API_KEY },
}

/**
 * The user that the key belongs to. The password is the same as the key, so that the kit recognises either as a
 * credential.
 */
export const USER = { email: 'jo@acme.example', password: CONFORMANCE_API_KEY }

/** An error of the interface, with its code at the front and in the header. */
export function refusal(code: string, text: string, status = 200) {
  return {
    status,
    headers: { sms_api_response: code, 'content-type': 'text/plain; charset=utf-8' },
    body: `${code}|${text}`,
  }
}
