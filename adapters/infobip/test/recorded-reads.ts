import { Network } from '@heliograph/contracts'
import {
  type AdapterCase,
  type AdapterKit,
  ELSEWHERE,
  MANUAL_CLOCK_START,
  type TestRequest,
  THERE,
} from '@heliograph/testkit'
import { get, OK, send2, sendAll } from './requests.ts'
import type { UseName } from './uses.ts'

// What the client for Java asks in its public test suite, and that the answers have each of the fields that it checks.

const BULK = 'BULK-ID-123-xyz'
const LATER = new Date(MANUAL_CLOCK_START + 7_200_000).toISOString()
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/

const DELIVERED = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET', description: /./ }
const NO_ERROR = { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: /./, permanent: false }

/** Two messages of a bulk, both delivered. */
async function delivered(kit: AdapterKit): Promise<void> {
  const destinations = [{ to: THERE, messageId: 'MESSAGE-ID-123-xyz' }, { to: ELSEWHERE }]
  await sendAll(kit, send2({ destinations }, { bulkId: BULK }))
  for (const { smsId } of kit.engine.messages) kit.engine.deliver(smsId)
}

const schedule = (kit: AdapterKit) => sendAll(kit, send2({ sendAt: LATER }, { bulkId: BULK }))

async function receive(kit: AdapterKit): Promise<void> {
  await kit.engine.service(Network).incoming({
    carrier: 'simulator',
    link: 'main',
    from: THERE,
    to: kit.account.channel.address,
    text: 'KEYWORD Test message',
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(kit.clock.now()),
  })
}

const report = (to: string) => ({
  bulkId: BULK,
  messageId: /./,
  to,
  sentAt: TIME,
  doneAt: TIME,
  smsCount: 1,
  price: { pricePerMessage: 0.05, currency: 'ZAR' },
  status: DELIVERED,
  error: NO_ERROR,
})

const put = (path: string, json: object): TestRequest => ({ method: 'PUT', path, query: { bulkId: BULK }, json })

export const recordedReads: Readonly<Partial<Record<UseName, readonly AdapterCase[]>>> = {
  'Counts the parts of a text': [
    {
      name: 'recorded: a preview',
      request: {
        path: '/sms/1/preview',
        json: { text: "Let's see how many characters remain unused in this message." },
      },
      expect: {
        ...OK,
        body: {
          originalText: "Let's see how many characters remain unused in this message.",
          previews: [
            {
              textPreview: "Let's see how many characters remain unused in this message.",
              messageCount: 1,
              charactersRemaining: 100,
              configuration: {},
            },
          ],
        },
      },
    },
  ],
  'Reads reports, each once, and logs': [
    {
      name: 'recorded: all reports',
      before: delivered,
      request: get('/sms/1/reports'),
      expect: { ...OK, body: { results: [report(THERE), report(ELSEWHERE)] } },
    },
    {
      name: 'recorded: reports of a message',
      before: delivered,
      request: get('/sms/1/reports', { bulkId: BULK, messageId: 'MESSAGE-ID-123-xyz', limit: '2' }),
      expect: { ...OK, body: { results: [report(THERE)] } },
    },
    {
      name: 'recorded: logs of a bulk since a time in another zone',
      before: delivered,
      request: get('/sms/1/logs', { bulkId: BULK, sentSince: '2015-02-22T17:42:05.390+0100' }),
      expect: { ...OK, body: { results: [report(ELSEWHERE), report(THERE)] } },
    },
  ],
  'Reads the inbox, each SMS once': [
    {
      name: 'recorded: two of the inbox',
      before: receive,
      request: get('/sms/1/inbox/reports', { limit: '2' }),
      expect: {
        ...OK,
        body: {
          results: [
            {
              messageId: /./,
              from: THERE,
              to: /./,
              text: 'KEYWORD Test message',
              cleanText: /./,
              keyword: null,
              receivedAt: TIME,
              smsCount: 1,
              price: { pricePerMessage: 0, currency: /./ },
            },
          ],
          messageCount: 1,
          pendingMessageCount: 0,
        },
      },
    },
  ],
  'Finds, moves, pauses and cancels a bulk': [
    {
      name: 'recorded: when a bulk is sent',
      before: schedule,
      request: get('/sms/1/bulks', { bulkId: BULK }),
      expect: { ...OK, body: { bulkId: BULK, sendAt: TIME } },
    },
    {
      name: 'recorded: a bulk at another time, which is past by now',
      before: schedule,
      request: put('/sms/1/bulks', { sendAt: '2021-02-22T17:42:05.390+0100' }),
      expect: { ...OK, body: { bulkId: BULK, sendAt: TIME }, events: [{ kind: 'bulk-rescheduled', bulkId: BULK }] },
    },
    {
      name: 'recorded: where a bulk stands',
      before: schedule,
      request: get('/sms/1/bulks/status', { bulkId: BULK }),
      expect: { ...OK, body: { bulkId: BULK, status: 'PENDING' } },
    },
    {
      name: 'recorded: a bulk is paused',
      before: schedule,
      request: put('/sms/1/bulks/status', { status: 'PAUSED' }),
      expect: { ...OK, body: { bulkId: BULK, status: 'PAUSED' }, events: [{ kind: 'bulk-paused', bulkId: BULK }] },
    },
  ],
}
