import type { AdapterCase } from '@heliograph/testkit'
import { accepted, ELSEWHERE, results, sending, THERE } from './requests.ts'

/** `count` different numbers. */
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `2782${String(1_000_000 + index)}`)

/** Which texts go to which recipients, and how the requests are answered. */
export const sendCases: readonly AdapterCase[] = [
  // spec: Accounting add-on JSON endpoint | endpoint | /api/http/accounting/business/main.ashx
  // spec: Accounting add-on JSON endpoint | method | POST
  // spec: Accounting add-on JSON endpoint | header | Content-Type: application/json
  // spec: Accounting add-on JSON endpoint | default | ref is none
  // spec: Accounting add-on JSON endpoint | status | 200 ; messages[].status PENDING
  // spec: Accounting add-on JSON endpoint | field | status: ok ; messages, an array ; messages[].sms_id, an integer ; messages[].recipient, a string ; messages[].status, a string
  // spec: Per-recipient result (text interfaces) | field | sms_id, an integer in JSON of the accounting add-on
  // spec: Per-recipient result (text interfaces) | status | PENDING in JSON of the accounting add-on
  {
    name: 'answers status ok with sms_id (integer), recipient and status PENDING',
    request: sending(),
    expect: {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"status":"ok","messages":[{"sms_id":1,"recipient":"27821234567","status":"PENDING"}]}',
      submitted: [
        {
          to: THERE,
          text: 'Hello',
          from: '27820001234',
          reference: null,
          origin: 'accounting',
          priority: 'NORMAL',
        },
      ],
    },
  },
  // spec: Accounting add-on JSON endpoint | rule | recipients are separated by comma
  // spec: Accounting add-on JSON endpoint | field | messages, an array
  {
    name: 'several recipients, separated by commas',
    request: sending({ to: `${THERE},${ELSEWHERE}` }),
    expect: results([
      [1, THERE, 'PENDING'],
      [2, ELSEWHERE, 'PENDING'],
    ]),
  },
  {
    name: 'separated by semicolons and line breaks, blanks and empty ones left out',
    request: sending({ to: ` ${THERE} ;;\r\n${ELSEWHERE},, ` }),
    expect: results([
      [1, THERE, 'PENDING'],
      [2, ELSEWHERE, 'PENDING'],
    ]),
  },
  { name: 'a recipient as a JSON number', request: sending({ to: 27821234567 }), expect: accepted({ to: THERE }) },
  {
    name: 'a list of texts and numbers, which may be lists themselves',
    request: sending({ to: [THERE, 27829876543, `${THERE},${ELSEWHERE}`] }),
    expect: results([
      [1, THERE, 'PENDING'],
      [2, ELSEWHERE, 'PENDING'],
      [3, THERE, 'PENDING'],
      [4, ELSEWHERE, 'PENDING'],
    ]),
  },
  {
    name: 'a number named twice gets two messages',
    request: sending({ to: `${THERE},${THERE}` }),
    expect: results([
      [1, THERE, 'PENDING'],
      [2, THERE, 'PENDING'],
    ]),
  },
  ...['+27821234567', '0821234567', '(082) 123-4567', '0027821234567', '082 123 4567'].map(
    (to): AdapterCase => ({
      name: `local and international form: ${to} is shown in normalised digits`,
      request: sending({ to }),
      expect: accepted({ to: THERE }),
    }),
  ),
  {
    name: 'a bad number beside a good one: sms_id 0 and ERROR, as given',
    request: sending({ to: `12,${THERE},n/a` }),
    expect: results([
      [0, '12', 'ERROR'],
      [1, THERE, 'PENDING'],
      [0, 'n/a', 'ERROR'],
    ]),
  },
  {
    name: 'an opted-out contact beside another: ERROR in normalised digits',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: sending({ to: `0821234567,${ELSEWHERE}` }),
    expect: results([
      [0, THERE, 'ERROR'],
      [1, ELSEWHERE, 'PENDING'],
    ]),
  },
  {
    name: '10,000 recipients are taken',
    request: sending({ to: numbers(10_000).join() }),
    expect: {
      status: 200,
      body: ({ length }: string) => length > 600_000,
      submitted: numbers(10_000).map((to) => ({ to })),
    },
  },
  {
    name: 'sends the text untrimmed',
    request: sending({ message: ' \tHi\n ' }),
    expect: accepted({ text: ' \tHi\n ' }),
  },
  {
    name: 'sends text beyond GSM',
    request: sending({ message: '“Grüße” 😀' }),
    expect: accepted({ text: '“Grüße” 😀', encoding: 'ucs2' }),
  },
  {
    name: 'replaces U+0000 and lone surrogates, which nothing can carry',
    request: sending({ message: 'a\0b\ud800c' }),
    expect: accepted({ text: 'a\ufffdb\ufffdc' }),
  },
  { name: 'a text of several parts', request: sending({ message: 'x'.repeat(161) }), expect: accepted({ parts: 2 }) },
  { name: 'a text as a JSON number', request: sending({ message: 4711 }), expect: accepted({ text: '4711' }) },
  {
    name: "the user's own priority beats NORMAL",
    before: ({ engine, account }) => {
      const userId = engine.addUser(account.clientId, { email: 'vip@example.com', priority: 0 })
      engine.addKey(userId, 'vip-key-of-a-user-with-a-priority-of-own')
    },
    request: { ...sending(), headers: { 'x-api-key': 'vip-key-of-a-user-with-a-priority-of-own' } },
    expect: accepted({ priority: 'CRITICAL' }),
  },
]
