import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest } from '@heliograph/contracts'
import {
  CONFORMANCE_API_KEY,
  code,
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
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: USER },
  base: BASE,
  // A key is refused with 401, a log-in and none at all with 200.
  credentials: { refusal: { body: /^ERR-(?:101|90001)\|/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
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
      { names: SEND_PARAMETERS.reference, required: false, meaning: 'A label of the client, told by webhooks.' },
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
    test('incoming: read when the answer has gone out, and not before', () =>
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
          signal: new AbortController().signal,
        } satisfies HttpRequest
        const response = await route?.handler(request)
        assert.equal((await unread(kit)).length, 1, 'the answer may still be lost')
        await response?.afterSent?.()
        assert.equal((await unread(kit)).length, 0)
      }))
  },
})
