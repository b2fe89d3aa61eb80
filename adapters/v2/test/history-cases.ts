import type { AdapterCase, AdapterKit } from '@heliograph/testkit'
import { ERROR_FORMS } from '../src/errors.ts'
import { deliverOne, send, sendThree } from './record-worlds.ts'
import { refusal, sending, THERE } from './requests.ts'

const ok = { status: 200 } as const
const missing = refusal(ERROR_FORMS['not-found'], {}, 'There is no such message')

const history = (id: string) => ({
  method: 'GET' as const,
  path: `/sms/2/messages/${encodeURIComponent(id)}/history`,
  query: '',
})

const DELIVERED = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED' }

async function sendAs(kit: AdapterKit, ...messageIds: readonly string[]): Promise<void> {
  await send(kit, ...messageIds.map((messageId) => sending({ destinations: [{ to: THERE, messageId }] })))
}

/** Sends a message of another client, with the id `theirs` and the number 1. */
async function sendByAnother(kit: AdapterKit): Promise<void> {
  const clientId = kit.engine.addClient()
  kit.engine.addChannel(clientId)
  kit.engine.addKey(kit.engine.addUser(clientId), 'key of another client')
  const theirs = sending({ destinations: [{ to: THERE, messageId: 'theirs' }] })
  await send(kit, { ...theirs, headers: { authorization: 'key of another client' } })
}

/** `GET /sms/2/messages/{messageId}/history`. */
export const historyCases: readonly AdapterCase[] = [
  {
    name: 'history: what happened to a message, oldest first',
    before: deliverOne,
    request: history('order-1'),
    expect: {
      ...ok,
      body: {
        smsId: 1,
        messageId: 'order-1',
        to: THERE,
        status: DELIVERED,
        history: [
          {
            event: 'accepted',
            at: '2026-01-05T08:00:00.000+0000',
            origin: 'v2',
            smsCount: 1,
            price: { pricePerMessage: 0.05, currency: 'ZAR' },
          },
          { event: 'queued', at: '2026-01-05T08:00:00.000+0000' },
          { event: 'answered', at: '2026-01-05T08:00:02.000+0000', outcome: 'accepted', networkStatus: null },
          {
            event: 'receipt',
            at: '2026-01-05T08:00:03.000+0000',
            networkStatus: 'DELIVRD',
            status: DELIVERED,
            error: null,
          },
          { event: 'ended', at: '2026-01-05T08:00:03.000+0000', status: DELIVERED, error: null },
        ],
      },
    },
  },
  {
    name: 'history: by the internal SMS ID',
    before: sendThree,
    request: history('2'),
    expect: { ...ok, body: { messageId: 'b' } },
  },
  {
    name: 'history: an id that the client chose goes before the number of another message',
    before: (kit) => sendAs(kit, '2', 'other'),
    request: history('2'),
    expect: { ...ok, body: { smsId: 1, messageId: '2' } },
  },
  {
    name: 'history: an id with blanks, slashes and letters of any script, percent-encoded',
    before: (kit) => sendAs(kit, 'a/b c+ü?'),
    request: history('a/b c+ü?'),
    expect: { ...ok, body: { messageId: 'a/b c+ü?' } },
  },
  {
    name: 'history: the generated id',
    before: (kit) => send(kit, sending()).then(() => {}),
    request: ({ engine }) => history(engine.messages[0]?.messageId as string),
    expect: { ...ok, body: { smsId: 1 } },
  },
  ...['99', 'nothing', '0', '-1', '1.5', '99999999999999999999', 'm'.repeat(201), '\u0000'].map(
    (id): AdapterCase => ({
      name: `history: ${JSON.stringify(id.slice(0, 30))} is no message`,
      before: sendThree,
      request: history(id),
      expect: missing,
    }),
  ),
  ...['theirs', '1'].map(
    (id): AdapterCase => ({
      name: `history: a message of another client is not there: ${id}`,
      before: sendByAnother,
      request: history(id),
      expect: missing,
    }),
  ),
  {
    name: 'history: without a key',
    before: sendThree,
    request: { ...history('a'), headers: { authorization: undefined } },
    expect: refusal(ERROR_FORMS.unauthenticated),
  },
  {
    name: 'history: of no message named there is no such path',
    request: { method: 'GET', path: '/sms/2/messages//history', query: '' },
    expect: refusal(ERROR_FORMS['not-found']),
  },
  {
    name: 'history: by another method',
    request: { ...history('a'), method: 'POST' },
    expect: refusal(ERROR_FORMS['method-not-allowed']),
  },
]
