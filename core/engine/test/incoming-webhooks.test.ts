import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type IncomingNotice, type IncomingReply, OutboundError, type OutboundReply } from '@heliograph/contracts'
import { createHttpClientDouble, type HttpClientDouble } from '@heliograph/testkit'
import { type IncomingWorld, startIncomingWorld } from './support/incoming-world.ts'

let world: IncomingWorld
let http: HttpClientDouble
let securityKey: string
before(async () => {
  http = createHttpClientDouble()
  // A failed attempt is not repeated while a test runs.
  world = await startIncomingWorld({ http, settings: { webhooks: { retryDelaysSeconds: [3_600, 3_600] } } })
  securityKey = (await world.engine.provisioning.rotateSecurityKey({ channelId: world.channelId, overlapHours: 0 }))
    .securityKey
})
after(() => world.close())

const SET = { incomingUrl: null, optOutUrl: null, optInUrl: null, autoResponse: null, blacklistResponse: null }
const plain = (body: string): Partial<OutboundReply> => reply(body, 'text/plain')
const reply = (body: string, contentType: string, status = 200): Partial<OutboundReply> => ({
  status,
  body,
  octets: Buffer.from(body),
  headers: { 'content-type': contentType },
})

/** Receives an SMS whose webhooks get these replies; resolves with the calls and what was sent to the contact. */
async function exchange(text: string, ...replies: readonly (Partial<OutboundReply> | OutboundError)[]) {
  const from = world.sender()
  const seen = http.requests.length
  http.script(...replies)
  const incomingId = await world.receive(from, text)
  await world.until(() => http.waiting === 0, 'every webhook is called')
  await world.until(async () => {
    const [left] = await world.engine.sql<{ asking: number }[]>`
      select count(*) as asking from webhook where reply_kind is not null`
    return left?.asking === 0
  }, 'every first outcome is written down')
  await world.worked()
  const sent = await world.sentTo(from)
  return { from, incomingId, calls: http.requests.slice(seen), texts: sent.map(({ body }) => body) }
}

const soap = (content: string) =>
  `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${content}</e:Body></e:Envelope>`

describe('the handler of incoming SMS', () => {
  // spec: Outbound webhook kinds | event | INCOMING: an SMS on the channel, by GET ; INCOMING: an SMS on the channel, by SOAP
  test('GET calls the URL with its parameters and no signature, and sends what it says', async () => {
    await world.set({ ...SET, incomingUrl: 'https://client.example/in?own=1', incomingHandler: 'get' })
    const { calls, texts, from, incomingId } = await exchange('Hello & bye', plain('We call back'))
    const [call] = calls
    const { searchParams, origin, pathname } = new URL(call?.url ?? '')
    assert.deepEqual([call?.method, origin, pathname, call?.body], ['GET', 'https://client.example', '/in', undefined])
    assert.deepEqual(
      [...searchParams].filter(([name]) => name !== 'timestamp'),
      [
        ['own', '1'],
        ['securitykey', securityKey],
        ['incomingsmsid', String(incomingId)],
        ['sender', from],

        ['recipient', world.channel],
        ['msg', Buffer.from(`${securityKey}Hello & bye${securityKey}`).toString('base64')],
        ['message', 'Hello & bye'],
      ],
    )
    assert.deepEqual(Object.keys(call?.headers ?? {}), ['User-Agent'])
    assert.deepEqual(texts, ['We call back'])
  })

  test('SOAP posts an envelope without a signature, and sends what the body says', async () => {
    await world.set({ ...SET, incomingUrl: 'https://client.example/soap', incomingHandler: 'soap' })
    const { calls, texts, incomingId } = await exchange(
      'Hello',
      reply(soap('<r>We call back</r>'), 'application/soap+xml'),
    )
    const [call] = calls
    assert.equal(call?.method, 'POST')
    assert.match(String(call?.headers?.['Content-Type']), /^application\/soap\+xml; charset=utf-8; action="/)
    assert.equal(call?.headers?.['X-Signature'], undefined)
    assert.match(
      String(call?.body),
      new RegExp(`<incomingsms xmlns="urn:heliograph:incoming"><incomingsmsid>${incomingId}</incomingsmsid>`),
    )
    assert.deepEqual(texts, ['We call back'])
  })

  test('an instance calls the URL as it likes, signed as it likes, and finds the answer in the reply', async () => {
    const reported: unknown[] = []
    const signature = { header: 'X-Their-Signature', algorithm: 'sha1', encoding: 'hex', text: 'signed' } as const
    const shop = {
      formatIncoming(notice: IncomingNotice) {
        reported.push(notice)
        return { headers: { 'Content-Type': 'text/x-shop' }, body: `shop ${notice.text}`, signature }
      },
      readIncomingReply: ({ status, contentType, body }: IncomingReply) => `${status} ${contentType} ${body}`,
    }
    world.engine.useAdapters(new Map([['shop', shop]]))
    await world.set({ ...SET, incomingUrl: 'https://client.example/shop', incomingHandler: 'instance:shop' })
    const { calls, from, incomingId, texts } = await exchange('Hello', reply('Danke ☺', 'text/x-shop', 201))
    const [call] = calls
    assert.deepEqual(
      [call?.method, call?.url, String(call?.body), call?.headers?.['Content-Type']],
      ['POST', 'https://client.example/shop', 'shop Hello', 'text/x-shop'],
    )
    const expected = createHmac('sha1', securityKey).update('signed').digest('hex')
    assert.equal(call?.headers?.['X-Their-Signature'], expected)
    const [notice] = reported as [IncomingNotice]
    assert.deepEqual(notice, {
      incomingId,
      clientId: notice.clientId,
      from,
      to: world.channel,
      text: 'Hello',
      receivedAt: notice.receivedAt,
      url: 'https://client.example/shop',
    })
    assert.ok(notice.receivedAt instanceof Date)
    assert.deepEqual(texts, ['201 text/x-shop Danke ☺'])
  })

  test('an instance that breaks at a reply, or finds too long a text in it, leaves the contact without one', async () => {
    const shop = {
      formatIncoming: () => ({ body: 'shop' }),
      readIncomingReply({ body }: IncomingReply) {
        if (body === 'broken') throw new Error('broken')
        return 'x'.repeat(2_000)
      },
    }
    world.engine.useAdapters(new Map([['shop', shop]]))
    await world.set({ ...SET, incomingUrl: 'https://client.example/shop', incomingHandler: 'instance:shop' })
    for (const body of ['broken', 'long']) assert.deepEqual((await exchange('Hello', plain(body))).texts, [], body)
  })

  test('JSON posts a signed body, and sends what it says', async () => {
    await world.set({ ...SET, incomingUrl: 'https://client.example/json', incomingHandler: 'json' })
    const { calls, texts } = await exchange('Hello', plain('We call back'))
    const [call] = calls
    const body = Buffer.from(call?.body ?? '')
    assert.equal(JSON.parse(body.toString()).type, 'incoming_sms')
    assert.equal(
      call?.headers?.['X-Signature'],
      `sha256=${createHmac('sha256', securityKey).update(body).digest('hex')}`,
    )
    assert.deepEqual(texts, ['We call back'])
  })

  const rows: readonly (readonly [string, Partial<OutboundReply> | OutboundError, readonly string[]])[] = [
    // spec: Incoming SMS webhook | default | the channel's auto-response when the call fails or the reply is empty -> an empty reply
    ['an empty reply', plain(''), ['Thanks']],
    ['OK', plain('OK'), ['Thanks']],
    ['JSON', reply('{"ok":true}', 'application/json'), ['Thanks']],
    ['204', reply('', 'text/plain', 204), ['Thanks']],
    ['an error', reply('Not found', 'text/plain', 404), ['Thanks']],
    ['a failure that is tried again', reply('Oops', 'text/plain', 503), ['Thanks']],
    ['no answer', new OutboundError('timeout', 'no answer'), ['Thanks']],
    ['a refused address', new OutboundError('blocked', 'private'), ['Thanks']],
  ]
  for (const handler of ['json', 'get', 'soap']) {
    for (const [name, answer, expected] of rows) {
      test(`${handler}: ${name} is made up for by the auto-response`, async () => {
        await world.set({
          ...SET,
          incomingUrl: `https://${handler}-${name.replaceAll(' ', '-')}.example/`,
          incomingHandler: handler,
          autoResponse: 'Thanks',
        })
        assert.deepEqual((await exchange('Hello', answer)).texts, expected)
      })
    }
  }
})

describe('an opt-out', () => {
  test('is confirmed with what its webhook says; what INCOMING says is not sent', async () => {
    await world.set({
      ...SET,
      incomingUrl: 'https://client.example/json',
      incomingHandler: 'json',
      optOutUrl: 'https://client.example/json',
    })
    const { calls, texts } = await exchange('STOP', plain('Sorry to see you go'), plain('Sorry to see you go'))
    assert.deepEqual(calls.map(({ body }) => JSON.parse(String(body)).type).toSorted(), ['incoming_sms', 'opt_out'])
    assert.deepEqual(texts, ['Sorry to see you go'])
  })

  test('whose webhook fails is confirmed at once with the text of the channel', async () => {
    await world.set({ ...SET, optOutUrl: 'https://gone.example/', blacklistResponse: 'Bye' })
    assert.deepEqual((await exchange('STOP', reply('', 'text/plain', 500))).texts, ['Bye'])
  })
})
