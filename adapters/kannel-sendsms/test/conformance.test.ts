import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROW_REQUESTS_PER_MINUTE, runAdapterConformance, THERE } from '@heliograph/testkit'
import kannelSendsms from '../src/index.ts'
import { accessCases } from './access-cases.ts'
import { documentation } from './documentation.ts'
import { headerCases } from './header-cases.ts'
import { FORBIDDEN, GOOD, get, LOGIN, PATH, USER } from './interface.ts'
import { receiptCases } from './receipt-cases.ts'
import { receiptUrlCases } from './receipt-url-cases.ts'
import { sendCases } from './send-cases.ts'

const national = Array.from({ length: 10_000 }, (_, index) => `08${20_000_000 + index}`).join('+')
const form = (to: string) => ({
  method: 'POST' as const,
  path: PATH,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${LOGIN}&from=12345&text=Hello&to=${to}`,
})

runAdapterConformance(kannelSendsms, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: USER },
  patienceMs: 60_000,
  credentials: { refusal: FORBIDDEN },
  cases: [...sendCases, ...accessCases, ...headerCases, ...receiptUrlCases],
  largest: [
    { name: '10,000 national numbers', request: form(national) },
    {
      name: '10,000 national numbers with receipts',
      request: form(`${national}&dlr-url=http://127.0.0.1/&dlr-mask=31`),
    },
    { name: 'a text of 3.9 million octets', request: form(`${THERE}&text=${'x'.repeat(3_900_000)}`) },
    { name: 'a text of 1.3 million escapes', request: form(`${THERE}&text=${'%e9'.repeat(1_300_000)}`) },
  ],
  receiptForms: receiptCases,
  documentation: documentation(),
  additionalTests({ withKit }) {
    test('the gateway knows who sends a request with a password, and what to blank in the log of requests', () =>
      withKit(async ({ engine, account, identities, request }) => {
        engine.addUser(account.clientId, { email: 'al@acme.example', password: 'hunter-2' })
        await request(get(GOOD, 'username=al@acme.example&password=hunter-2'))
        assert.deepEqual(
          identities.map(({ principal, secret }) => [principal?.email, principal?.keyId, secret]),
          [['al@acme.example', null, 'hunter-2']],
        )
      }))
  },
})
