import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HttpRequest, runRoute } from '@heliograph/contracts'
import {
  CONFORMANCE_API_KEY,
  code,
  largestTexts,
  ROW_REQUESTS_PER_MINUTE,
  renderParametersTable,
  renderTable,
  runAdapterConformance,
  textCases,
} from '@heliograph/testkit'
import { ERROR_TEXTS } from '../src/errors.ts'
import basic from '../src/index.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../src/operations/incoming.ts'
import { SEND_PARAMETERS } from '../src/operations/send.ts'
import { accessCases } from './access-cases.ts'
import { incomingCases, receive, unread } from './incoming-cases.ts'
import { BASE, basicInterface, USER } from './interface.ts'
import { sendCases } from './send-cases.ts'
import { statusCases } from './status-cases.ts'

runAdapterConformance(basic, {
  packageRoot: new URL('..', import.meta.url),
  largest: largestTexts(basicInterface),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: USER },
  base: BASE,
  // A wrong key is refused with 401; a wrong login, or no credential at all, with 200.
  credentials: { refusal: { body: /^ERR-(?:101|90001)\|/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  // spec: Basic HTTP interface | endpoint | /api/http/main.ashx -> sends one text by GET
  // spec: Basic HTTP interface | method | GET -> sends one text by GET
  // spec: Basic HTTP interface | method | POST -> sends one text by POST
  // spec: Basic HTTP interface | header | Content-Type: application/x-www-form-urlencoded -> sends one text by POST
  // spec: Basic HTTP interface | field | to ; msg -> sends one text by GET
  // spec: Basic HTTP interface | alias | mobile for to -> recipients: mobile is an alias of to
  // spec: Basic HTTP interface | alias | msisdn for to -> recipients: msisdn is an alias of to
  // spec: Basic HTTP interface | alias | recipient for to -> recipients: recipient is an alias of to
  // spec: Basic HTTP interface | rule | recipients are separated by comma -> recipients: separated by comma
  // spec: Basic HTTP interface | text | success|<sms_id>:<recipient>:<status>|<sms_id>:<recipient>:<status> -> recipients: separated by comma
  // spec: Basic HTTP interface | rule | recipients are separated by semicolon -> recipients: separated by semicolon
  // spec: Basic HTTP interface | rule | a recipient is required -> recipients: missing
  // spec: Basic HTTP interface | alias | message for msg -> text: message is an alias of msg
  // spec: Basic HTTP interface | alias | body for msg -> text: body is an alias of msg
  // spec: Basic HTTP interface | rule | a text is required -> text: missing
  // spec: Basic HTTP interface | field | ref -> reference: by ref
  // spec: Basic HTTP interface | default | ref is none -> reference: none
  // spec: Per-recipient result (text interfaces) | field | sms_id, numeric -> recipients: separated by comma
  // spec: Per-recipient result (text interfaces) | rule | sms_id 0 with ERROR: the recipient failed -> outcome: good and bad recipients in one request
  cases: [...textCases(basicInterface), ...sendCases, ...accessCases, ...incomingCases, ...statusCases],
  reads: [
    {
      name: 'status by id',
      request: ({ smsId }) => ({ query: { action: 'status', msgid_list: String(smsId) } }),
      shows: (text, { smsId, to }) => text.startsWith(`${smsId}:${to}:`),
    },
  ],
  documentation: {
    send: renderParametersTable([
      { names: SEND_PARAMETERS.recipients, required: true, meaning: 'Recipients, in local or international form.' },
      { names: SEND_PARAMETERS.text, required: true, meaning: 'The text.' },
      {
        names: SEND_PARAMETERS.reference,
        required: false,
        meaning: 'A label that the client gives; webhooks repeat it.',
      },
    ]),
    incoming: renderTable(
      ['Parameter', 'Default', 'Meaning'],
      [
        [code('rows'), String(DEFAULT_ROWS), `How many at most, 1 to ${MAX_ROWS}.`],
        [code('status'), '`1`', '`1` unread, `0` read, empty for both.'],
        [code('dt'), '', 'From this minute on, `yyyyMMddHHmm` in UTC.'],
        [code('format'), '`csv`', '`csv` or `json`.'],
        [code('encode'), '', '`true` or `1`: the whole body in Base64.'],
      ],
    ),
    codes: renderTable(
      ['Code', 'Text'],
      Object.entries(ERROR_TEXTS).map(([name, text]) => [code(name), text]),
    ),
  },
  additionalTests({ withKit }) {
    test('incoming: a second call gets nothing of the first, unless that did not go out', () =>
      withKit(async (kit) => {
        await receive(kit, 'one')
        const route = kit.adapter.routes?.find(({ method }) => method === 'GET')
        const request = {
          method: 'GET',
          path: basicInterface.path,
          query: 'action=incoming',
          headers: { 'x-api-key': CONFORMANCE_API_KEY },
          params: {},
          body: Buffer.alloc(0),
          remoteAddress: '127.0.0.1',
          isSecure: false,
          requestId: 'r-1',
          signal: new AbortController().signal,
        } satisfies HttpRequest
        const call = async () => {
          assert.ok(route)
          const response = await runRoute(route, request)
          return { hasOne: String(response?.body).includes(',one,'), ended: response?.ended }
        }
        const [first, second] = [await call(), await call()]
        assert.deepEqual([first.hasOne, second.hasOne], [true, false], 'before the first has ended')
        await first.ended?.(false)
        assert.equal((await unread(kit)).length, 1, 'the client did not get it')
        const third = await call()
        await third.ended?.(true)
        assert.deepEqual([third.hasOne, (await call()).hasOne, (await unread(kit)).length], [true, false, 0])
      }))
  },
})
