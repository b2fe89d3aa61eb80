import { type ReceiptCase, THERE } from '@heliograph/testkit'
import { ACCOUNT, HERE, SERVICE, send, sidOf } from './interface.ts'

const AT = new Date('2026-11-22T11:02:27.900Z')
const URL = 'https://client.example/status'

const fieldsOf = (status: string, more: Readonly<Record<string, string>> = {}) => ({
  AccountSid: ACCOUNT,
  ApiVersion: '2010-04-01',
  From: `+${HERE}`,
  MessageSid: sidOf(1),
  MessageStatus: status,
  SmsSid: sidOf(1),
  SmsStatus: status,
  To: `+${THERE}`,
  ...more,
})

/** A row whose callback has these fields, and the signature over them. */
function calls(
  name: string,
  receipt: ReceiptCase['receipt'],
  fields: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>> = {},
  signedUrl = URL,
): ReceiptCase {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    name,
    request: send({ StatusCallback: URL, ...form }),
    receipt: { at: AT, ...receipt },
    expect: {
      method: undefined,
      url: signedUrl,
      body: (body: string) => {
        const given = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1))
        return JSON.stringify(given) === JSON.stringify(sorted)
      },
      signature: {
        header: 'X-Twilio-Signature',
        algorithm: 'sha1',
        encoding: 'base64',
        text: signedUrl + sorted.map(([key, value]) => key + value).join(''),
      },
    } as never,
  }
}

const done = { RawDlrDoneDate: '2611221102' }

// spec: Twilio: messages | rule | status callbacks are forms -> callback: delivered
// spec: Twilio: messages | header | X-Twilio-Signature -> callback: delivered
// spec: Twilio: messages | field | ErrorCode of a callback -> callback: undeliverable

/** Status callbacks. */
export const receiptCases: readonly ReceiptCase[] = [
  calls('callback: delivered', { state: 'delivered' }, fieldsOf('delivered', done)),
  calls('callback: on its way', { state: 'submitted' }, fieldsOf('sent')),
  calls('callback: to be tried again', { state: 'retrying' }, fieldsOf('sending')),
  calls(
    'callback: undeliverable',
    { state: 'undeliverable' },
    fieldsOf('undelivered', { ErrorCode: '30005', ...done }),
  ),
  calls(
    'callback: refused as spam',
    { state: 'refused-by-network', errorId: 607 },
    fieldsOf('failed', { ErrorCode: '30007', ...done }),
  ),
  calls('callback: expired', { state: 'expired' }, fieldsOf('failed', { ErrorCode: '30036', ...done })),
  calls('callback: cancelled', { state: 'cancelled' }, fieldsOf('canceled', done)),
  calls(
    'callback: of a service',
    { state: 'delivered' },
    fieldsOf('delivered', { MessagingServiceSid: SERVICE, ...done }),
    {
      MessagingServiceSid: SERVICE,
    },
  ),
  calls(
    'callback: a URL without a path is signed as validators write it',
    { state: 'delivered' },
    fieldsOf('delivered', done),
    { StatusCallback: 'https://client.example?a=1' },
    'https://client.example/?a=1',
  ),
]
