import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HttpRequest, runRoute } from '@heliograph/contracts'
import {
  CONFORMANCE_API_KEY,
  code,
  type ReadCase,
  ROW_REQUESTS_PER_MINUTE,
  renderTable,
  runAdapterConformance,
} from '@heliograph/testkit'
import infobip from '../src/index.ts'
import { NOT_SERVED } from '../src/not-served.ts'
import { OPERATIONS } from '../src/operations.ts'
import { accessCases } from './access-cases.ts'
import { bulksCases } from './bulks-cases.ts'
import { readingCases } from './reading-cases.ts'
import { receiptCases } from './receipt-cases.ts'
import { recordedCases } from './recorded-cases.ts'
import { REFUSALS } from './refusals.ts'
import { BASE, get, send2, send3, sendAll, USER } from './requests.ts'
import { send2Cases } from './send2-cases.ts'
import { send3Cases } from './send3-cases.ts'
import { sessionCases } from './session-cases.ts'
import { USES } from './uses.ts'

const shows: ReadCase['shows'] = (body, { text }) => body.includes(text)

// Reports are read once and only of this interface, so what clients may read is shown by the logs.
const reads: readonly ReadCase[] = [
  { name: 'v3 logs by messageId', request: ({ messageId }) => get('/sms/3/logs', { messageId }), shows },
  { name: 'v3 logs by bulkId', request: ({ bulkId }) => get('/sms/3/logs', { bulkId: String(bulkId) }), shows },
  { name: 'v1 logs by recipient', request: ({ to }) => get('/sms/1/logs', { to }), shows },
  { name: 'v1 logs without a filter', request: () => get('/sms/1/logs'), shows },
]

const national = Array.from({ length: 10_000 }, (_, index) => ({ to: `278${20_000_000 + index}` }))
const bad = Array.from({ length: 10_000 }, (_, index) => ({ to: index }))

runAdapterConformance(infobip, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: USER },
  base: BASE,
  credentials: { takesTokens: true, refusal: { status: 401 } },
  largest: [
    { name: '10,000 numbers', request: send3({ destinations: national }) },
    {
      name: '10,000 messages',
      request: {
        json: { messages: national.map((to) => ({ destinations: [to], content: { text: `Hello ${to.to}` } })) },
      },
    },
    { name: '10,000 destinations that are wrong', request: send2({ destinations: bad }) },
    { name: 'a text of 4 million characters', request: send3({ content: { text: 'x'.repeat(4_000_000) } }) },
    { name: 'octets of 4 million characters', request: send3({ content: { hex: '00'.repeat(2_000_000) } }) },
    {
      name: 'a text of 2 million letters to transliterate',
      request: send3({ content: { text: 'ж'.repeat(2_000_000), transliteration: 'CYRILLIC' } }),
    },
    {
      name: 'a preview of 500,000 characters',
      request: { path: '/sms/1/preview', json: { text: 'x'.repeat(500_000) } },
    },
  ],
  cases: [
    ...send3Cases,
    ...send2Cases,
    ...readingCases,
    ...bulksCases,
    ...accessCases,
    ...sessionCases,
    ...recordedCases,
  ],
  reads,
  receiptForms: receiptCases,
  documentation: {
    operations: renderTable(
      ['Method', 'Path', 'What it does'],
      OPERATIONS.map(({ method, path, summary }) => [method, code(path), summary]),
    ),
    uses: renderTable(
      ['What it does', code('@infobip-api/sdk'), "Symfony's Notifier", 'Java, Python, Go'],
      Object.entries(USES).map(([what, { recorded, sdk, symfony }]) => [what, sdk, symfony, recorded]),
    ),
    refusals: renderTable(
      ['What is wrong', code('@infobip-api/sdk'), "Symfony's Notifier"],
      REFUSALS.map(({ what, sdk, symfony }) => [what, code(sdk), symfony === undefined ? 'no error' : code(symfony)]),
    ),
    'not-served': renderTable(
      ['Field', 'Instead'],
      Object.entries(NOT_SERVED).map(([field, instead]) => [code(field), instead]),
    ),
  },
  additionalTests({ withKit }) {
    test('reports: an answer that did not go out is given again', () =>
      withKit(async (kit) => {
        await sendAll(kit, send3())
        kit.engine.move(1, 'submitted')
        kit.engine.move(1, 'delivered')
        const route = kit.adapter.routes?.find(({ path }) => path === '/sms/1/reports')
        const request = {
          method: 'GET',
          path: '/sms/1/reports',
          query: '',
          headers: { authorization: `App ${CONFORMANCE_API_KEY}` },
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
          return { has: String(response?.body).includes('DELIVERED_TO_HANDSET'), ended: response?.ended }
        }
        const first = await call()
        await first.ended?.(false)
        const second = await call()
        await second.ended?.(true)
        assert.deepEqual([first.has, second.has, (await call()).has], [true, true, false])
      }))

    test('reports: thousands, each once, whether they were accepted together or one after the other', () =>
      withKit(async (kit) => {
        for (const start of [0, 2_500, 3_300]) {
          await sendAll(kit, send3({ destinations: national.slice(start, start + (start === 0 ? 2_500 : 800)) }))
          kit.clock.advance(3_600_000)
        }
        for (const { smsId } of kit.engine.messages) kit.engine.deliver(smsId)
        const seen: string[] = []
        for (let reading = 0; reading < 10; reading += 1) {
          const { text } = await kit.request(get('/sms/3/reports', 'limit=1000'))
          for (const { messageId } of JSON.parse(text).results) seen.push(messageId)
          kit.clock.advance(1_000)
        }
        assert.deepEqual([seen.length, new Set(seen).size], [4_100, 4_100])
      }))

    test('reports: of readings at once, one gets each', () =>
      withKit(async (kit) => {
        await sendAll(kit, ...Array.from({ length: 20 }, () => send3()))
        for (let smsId = 1; smsId <= 20; smsId += 1) {
          kit.engine.move(smsId, 'submitted')
          kit.engine.move(smsId, 'delivered')
        }
        const answers = await Promise.all(
          Array.from({ length: 3 }, () => kit.request(get('/sms/1/reports', 'limit=20'))),
        )
        const good = answers.filter(({ status }) => status === 200)
        const ids = good.flatMap(({ text }) =>
          JSON.parse(text).results.map((each: { messageId: string }) => each.messageId),
        )
        assert.equal(ids.length, 20)
        assert.equal(new Set(ids).size, 20)
      }))
  },
})
