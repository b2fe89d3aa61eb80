import { IncomingMessages, type IncomingRecord, Network } from '@heliograph/contracts'
import type { AdapterCase, AdapterKit, TestRequest } from '@heliograph/testkit'
import { refusal } from './interface.ts'

const HEADER = 'id,sender,channel,message,timestamp,status\r\n'
const SENDER = '27821234567'
const MINUTE_MS = 60_000

const incoming = (query: Record<string, string> = {}): TestRequest => ({ query: { action: 'incoming', ...query } })

/** Receives an SMS to a channel, a minute after the previous one. */
export async function receive(kit: AdapterKit, text: string, to = kit.account.channel.address): Promise<void> {
  const receivedAt = new Date(kit.clock.now())
  await kit.engine.service(Network).incoming({
    carrier: 'simulator',
    link: 'main',
    from: SENDER,
    to,
    text,
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt,
  })
  kit.clock.advance(MINUTE_MS)
}

async function receiveAll(kit: AdapterKit, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await receive(kit, text)
}

const three = (kit: AdapterKit) => receiveAll(kit, 'one', 'two', 'three')

/** Receives three SMS and reads the first. */
async function threeOneRead(kit: AdapterKit): Promise<void> {
  await three(kit)
  await kit.request(incoming({ rows: '1' }))
}

const many = (count: number) => (kit: AdapterKit) =>
  receiveAll(kit, ...Array.from({ length: count }, (_, index) => `text ${index}`))

const csv = (...lines: readonly string[]) => ({
  status: 200,
  headers: { 'content-type': 'text/csv; charset=utf-8', sms_api_response: 'success' },
  body: `${HEADER}${lines.map((line) => `${line}\r\n`).join('')}`,
})

const json = (body: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', sms_api_response: 'success' },
  body,
})

const texts = (...messages: readonly string[]) => json(messages.map((message) => ({ message })))

const CHANNEL = '27820001001'
const ONE = `1,${SENDER},${CHANNEL},one,2026-01-05 08:00:00,1`
const TWO = `2,${SENDER},${CHANNEL},two,2026-01-05 08:01:00,1`
const THREE = `3,${SENDER},${CHANNEL},three,2026-01-05 08:02:00,1`

const BAD_ROWS = refusal('ERR-INCOMING-01', 'rows must be a positive integer (maximum 100)')
const BAD_DATE = refusal('ERR-INCOMING-02', 'Invalid date format (use yyyyMMddHHmm)')

const row = (
  name: string,
  request: AdapterCase['request'],
  expect: AdapterCase['expect'],
  before: AdapterCase['before'] = three,
): AdapterCase => ({ name: `incoming: ${name}`, request, expect, before })

/** `action=incoming`. */
export const incomingCases: readonly AdapterCase[] = [
  // spec: Basic HTTP interface | field | action=incoming -> incoming: CSV, oldest first
  // spec: Basic HTTP interface | method | GET with action=incoming -> incoming: CSV, oldest first
  // spec: Basic HTTP interface | default | format is csv ; encode is off -> incoming: CSV, oldest first
  row('CSV, oldest first', incoming(), csv(ONE, TWO, THREE)),
  row('by POST', { method: 'POST', form: { action: 'incoming' } }, csv(ONE, TWO, THREE)),
  // spec: Basic HTTP interface | text | CSV begins with id,sender,channel,message,timestamp,status -> incoming: CSV without any is its header row
  row('CSV without any is its header row', incoming(), csv(), () => undefined),
  row('JSON without any is an empty array', incoming({ format: 'json' }), json('[]'), () => undefined),
  row(
    'CSV quotes what has to be quoted',
    incoming(),
    csv(`1,${SENDER},${CHANNEL},"a, ""b""\r\nc",2026-01-05 08:00:00,1`),
    (kit) => receive(kit, 'a, "b"\r\nc'),
  ),
  // spec: Incoming message (basic interface, JSON form) | field | id ; sender ; channel ; message ; timestamp ; status -> incoming: JSON: exactly id, sender, channel, message, timestamp, status
  // spec: Incoming message (basic interface, JSON form) | text | timestamp is yyyy-MM-dd HH:mm:ss -> incoming: JSON: exactly id, sender, channel, message, timestamp, status
  // spec: Incoming message (basic interface, JSON form) | rule | every value is a string ; sender is the number it came from -> incoming: JSON: exactly id, sender, channel, message, timestamp, status
  // spec: Incoming message (basic interface, JSON form) | status | 1: unread -> incoming: JSON: exactly id, sender, channel, message, timestamp, status
  // spec: Basic HTTP interface | field | format=json -> incoming: JSON: exactly id, sender, channel, message, timestamp, status
  // spec: Basic HTTP interface | text | JSON is an array of incoming messages -> incoming: JSON: exactly id, sender, channel, message, timestamp, status
  row(
    'JSON: exactly id, sender, channel, message, timestamp, status',
    incoming({ format: 'json' }),
    json(
      JSON.stringify([
        {
          id: '1',
          sender: SENDER,
          channel: CHANNEL,
          message: 'caf\u00e9 ☺',
          timestamp: '2026-01-05 08:00:00',
          status: '1',
        },
      ]),
    ),
    (kit) => receive(kit, 'caf\u00e9 ☺'),
  ),
  row('format in any letter case', incoming({ FORMAT: 'Json' }), texts('one', 'two', 'three')),
  // spec: Basic HTTP interface | field | format=csv -> incoming: format 'csv' is csv
  ...['csv', 'xml', ''].map((format) => row(`format '${format}' is csv`, incoming({ format }), csv(ONE, TWO, THREE))),
  // spec: Basic HTTP interface | field | encode=true, Base64 -> incoming: encode=true is Base64 of the UTF-8 body
  // spec: Basic HTTP interface | field | encode=1, Base64 -> incoming: encode=1 is Base64 of the UTF-8 body
  ...['true', '1', 'TRUE'].map((encode) =>
    row(`encode=${encode} is Base64 of the UTF-8 body`, incoming({ encode }), {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', sms_api_response: 'success' },
      body: Buffer.from(`${HEADER}${ONE}\r\n${TWO}\r\n${THREE}\r\n`).toString('base64'),
    }),
  ),
  row(
    'encode with JSON',
    incoming({ encode: '1', format: 'json', rows: '1' }),
    { status: 200, body: (text: string) => JSON.parse(Buffer.from(text, 'base64').toString())[0].message === 'é☺' },
    (kit) => receive(kit, 'é☺'),
  ),
  ...['false', '0', 'yes', ''].map((encode) =>
    row(`encode='${encode}' leaves the body as it is`, incoming({ encode }), csv(ONE, TWO, THREE)),
  ),
  // spec: Basic HTTP interface | field | rows -> incoming: rows: that many, the oldest
  row('rows: that many, the oldest', incoming({ rows: '2' }), csv(ONE, TWO)),
  row('rows: leading zeros and blanks do not matter', incoming({ rows: ' 002 ' }), csv(ONE, TWO)),
  // spec: Basic HTTP interface | default | rows is 10 -> incoming: rows: default 10
  // spec: Limits | default | basic incoming rows is 10 -> incoming: rows: default 10
  row(
    'rows: default 10',
    incoming({ format: 'json' }),
    texts(...Array.from({ length: 10 }, (_, index) => `text ${index}`)),
    many(12),
  ),
  row('rows: an empty one is the default', incoming({ rows: '' }), csv(ONE, TWO, THREE)),
  row(
    'rows: more than the 100 that the error names',
    incoming({ rows: '101', format: 'json', status: '' }),
    json((text: string) => JSON.parse(text).length === 101),
    many(105),
  ),
  // spec: Basic HTTP interface | limit | rows is 10000 at most -> incoming: rows: maximum 10000
  // spec: Limits | limit | basic incoming rows at most 10000 -> incoming: rows: maximum 10000
  row(
    'rows: maximum 10000',
    incoming({ rows: '10000', format: 'json', status: '' }),
    json((text: string) => JSON.parse(text).length === 10_000),
    many(10_001),
  ),
  // spec: Basic HTTP interface | limit | rows is 10000 at most -> incoming: rows=10001 is refused
  // spec: Basic HTTP interface: errors | error | ERR-INCOMING-01 rows must be a positive integer (maximum 100) -> incoming: rows=0 is refused
  // spec: Limits | limit | basic incoming rows at most 10000 -> incoming: rows=10001 is refused
  // spec: Limits | error | basic incoming rows: the text names 100 -> incoming: rows=10001 is refused
  ...['0', '-1', '10001', '1.5', '1e1', 'ten', '0x10', '\u0661', '99999999999999999999', '1,1'].map((rows) =>
    row(`rows=${rows} is refused`, incoming({ rows }), BAD_ROWS),
  ),
  // spec: Basic HTTP interface | field | dt, messages from then on -> incoming: dt: messages from this moment on
  // spec: Basic HTTP interface | text | dt is yyyyMMddHHmm -> incoming: dt: messages from this moment on
  row('dt: messages from this moment on', incoming({ dt: '202601050801' }), csv(TWO, THREE)),
  row('dt: in the future', incoming({ dt: '203001010000' }), csv()),
  row('dt: an empty one counts as absent', incoming({ dt: ' ' }), csv(ONE, TWO, THREE)),
  // spec: Basic HTTP interface: errors | error | ERR-INCOMING-02 Invalid date format (use yyyyMMddHHmm) -> incoming: dt=2026-01-05 is refused
  ...['2026-01-05', '20260105', '202601050860', '202602300000', '20260105080100', 'yesterday'].map((dt) =>
    row(`dt=${dt} is refused`, incoming({ dt }), BAD_DATE),
  ),
  row('rows goes before dt', incoming({ rows: 'x', dt: 'x' }), BAD_ROWS),
  // spec: Basic HTTP interface | default | status is 1, unread -> incoming: status: 1, unread, by default
  row('status: 1, unread, by default', incoming({ format: 'json' }), texts('two', 'three'), threeOneRead),
  row('status=1', incoming({ format: 'json', status: '1' }), texts('two', 'three'), threeOneRead),
  // spec: Basic HTTP interface | field | status, a filter -> incoming: status=0: what was read
  row(
    'status=0: what was read',
    incoming({ format: 'json', status: '0' }),
    json([{ message: 'one', status: '0' }]),
    threeOneRead,
  ),
  row(
    'status= without a value: all',
    incoming({ format: 'json', status: '' }),
    json([
      { message: 'one', status: '0' },
      { message: 'two', status: '1' },
      { message: 'three', status: '1' },
    ]),
    threeOneRead,
  ),
  row('an unknown status is 1', incoming({ format: 'json', status: '2' }), texts('two', 'three'), threeOneRead),
  row('what was given out as unread is read', incoming({ format: 'json' }), json('[]'), async (kit) => {
    await three(kit)
    await kit.request(incoming())
  }),
  row(
    'what was given out among all is as unread as before',
    incoming({ format: 'json' }),
    texts('one', 'two', 'three'),
    async (kit) => {
      await three(kit)
      await kit.request(incoming({ status: '' }))
    },
  ),
  row('a refused request reads nothing', incoming({ format: 'json' }), texts('one', 'two', 'three'), async (kit) => {
    await three(kit)
    await kit.request(incoming({ rows: '0' }))
  }),
  row('HEAD reads nothing', incoming({ format: 'json' }), texts('one', 'two', 'three'), async (kit) => {
    await three(kit)
    await kit.request({ ...incoming(), method: 'HEAD' })
  }),
  // spec: Incoming message (basic interface, JSON form) | rule | channel is the one that received it -> incoming: of all channels of the client, each with its own
  row(
    'of all channels of the client, each with its own',
    incoming({ format: 'json' }),
    json([
      { message: 'one', channel: CHANNEL },
      { message: 'to another', channel: '27820009999' },
    ]),
    async (kit) => {
      kit.engine.addChannel(kit.account.clientId, { number: '27820009999' })
      await receive(kit, 'one')
      await receive(kit, 'to another', '27820009999')
    },
  ),
  row(
    "of the user's own channel alone, when it has one",
    { ...incoming({ format: 'json' }), headers: { 'x-api-key': 'Oo3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx' } },
    texts('to another'),
    async (kit) => {
      const { channelId } = kit.engine.addChannel(kit.account.clientId, { number: '27820009999' })
      const userId = kit.engine.addUser(kit.account.clientId, { channelId })
      kit.engine.addKey(userId, 'Oo3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx')
      await receive(kit, 'one')
      await receive(kit, 'to another', '27820009999')
    },
  ),
  row('of another client are not shown', incoming(), csv(), (kit) =>
    receive(kit, 'secret', kit.stranger.channel.address),
  ),
  // spec: Basic HTTP interface: errors | error | EXP-INCOMING-01 Exception while reading incoming messages -> incoming: a fault is EXP-INCOMING-01
  row(
    'a fault is EXP-INCOMING-01',
    incoming(),
    refusal('EXP-INCOMING-01', 'Exception while reading incoming messages: Forced unavailable'),
    ({ engine }) => engine.failNext('unavailable', 'incoming'),
  ),
  row('too many searches are 429', incoming(), { status: 429, headers: { 'retry-after': '7' } }, ({ engine }) =>
    engine.failNext('throttled', 'incoming'),
  ),
  row(
    'an account that was disabled a moment ago is 401',
    incoming(),
    refusal('ERR-90001', 'Invalid clientid', 401),
    ({ engine }) => engine.failNext('unauthenticated', 'incoming'),
  ),
  // spec: Basic HTTP interface | field | action -> incoming: beside recipients the action decides
  row('beside recipients the action decides', incoming({ to: SENDER, msg: 'Hello' }), csv(ONE, TWO, THREE)),
]

/** Resolves with the messages that the services return as unread. */
export async function unread(kit: AdapterKit): Promise<readonly IncomingRecord[]> {
  const page = await kit.engine.service(IncomingMessages).find(kit.account.principal, { isRead: false, limit: 100 })
  return page.records
}
