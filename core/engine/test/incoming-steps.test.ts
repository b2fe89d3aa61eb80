import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type IncomingWorld, kindsOf, PLAIN_CHANNEL, startIncomingWorld, textsTo } from './support/incoming-world.ts'

const HOOKS = 'https://client.example'

let world: IncomingWorld
before(async () => {
  world = await startIncomingWorld()
})
after(() => world.close())
beforeEach(() => world.set(PLAIN_CHANNEL))

const texts = (mobile: string) => textsTo(world, mobile)
const kinds = (incomingId: number) => kindsOf(world, incomingId)

describe('an ordinary SMS', () => {
  const handlers: readonly (readonly [string, string | null])[] = [
    ['json', null],
    ['get', 'get'],
    ['soap', 'soap'],
  ]
  for (const [incomingHandler, form] of handlers) {
    test(`is handed to INCOMING by ${incomingHandler}`, async () => {
      await world.set({ incomingUrl: `${HOOKS}/in`, incomingHandler, autoResponse: 'Thanks' })
      const from = world.sender()
      const incomingId = await world.receive(from, 'Hello')
      const [hook, ...others] = await world.webhooksOf(incomingId)
      assert.deepEqual(
        [hook?.kind, hook?.url, hook?.form, hook?.reply_kind, others],
        ['incoming', `${HOOKS}/in`, form, 'auto', []],
      )
      if (form === null) assert.equal(JSON.parse(hook?.body ?? '').type, 'incoming_sms')
      // No secret is stored in the log.
      else assert.equal(hook?.body, '')
      assert.deepEqual(await texts(from), [])
    })
  }

  // spec: Channel settings (portal) | rule | automatic reply to an incoming SMS
  test('gets the auto-response where there is no webhook', async () => {
    await world.set({ autoResponse: 'We call back' })
    const from = world.sender()
    const incomingId = await world.receive(from, 'Hello')
    const [sent] = await world.sentTo(from)
    assert.deepEqual(
      [sent?.origin, sent?.body, sent?.sender, sent?.message_id],
      ['auto-reply', 'We call back', world.channel, `auto:${incomingId}`],
    )
  })

  const replies: readonly (readonly [string, string | null, string | null, readonly string[]])[] = [
    // spec: Incoming SMS webhook | rule | the reply of the webhook is the auto-reply -> the reply of the webhook
    ['the reply of the webhook', 'From the hook', 'Thanks', ['auto-reply: From the hook']],
    // spec: Incoming SMS webhook | default | the channel's auto-response when the call fails or the reply is empty -> the auto-response without one
    ['the auto-response without one', null, 'Thanks', ['auto-reply: Thanks']],
    ['nothing without either', null, null, []],
  ]
  for (const [name, reply, autoResponse, expected] of replies) {
    test(`is answered with ${name}`, async () => {
      await world.set({ incomingUrl: `${HOOKS}/in`, autoResponse })
      const from = world.sender()
      const incomingId = await world.receive(from, 'Hello')
      for (const _ of [1, 2]) await world.reply(incomingId, 'auto', reply)
      assert.deepEqual(await texts(from), expected)
    })
  }

  test('an answer goes out from the number the channel sends from, and what comes from that one is not answered', async () => {
    const outgoingNumber = '27825557777'
    await world.set({ autoResponse: 'Thanks', outgoingNumber })
    const from = world.sender()
    await world.receive(from, 'Hello')
    assert.deepEqual(
      (await world.sentTo(from)).map(({ sender }) => sender),
      [outgoingNumber],
    )
    await world.receive(outgoingNumber, 'Hello')
    assert.equal((await world.sentTo(outgoingNumber)).length, 0)
  })

  test('of a contact that is opted out is not answered', async () => {
    const from = world.sender()
    await world.receive(from, 'STOP')
    await world.set({ autoResponse: 'Thanks' })
    await world.receive(from, 'Hello')
    assert.deepEqual(
      (await world.sentTo(from)).map(({ origin }) => origin),
      ['opt-out-confirmation'],
    )
  })

  test('of an alphanumeric sender is handed over and forwarded, and not answered', async () => {
    await world.set({ incomingUrl: `${HOOKS}/in`, forwardMobile: '27835550004' })
    assert.deepEqual(await kinds(await world.receive('ACME', 'Hello')), ['incoming null'])
    assert.deepEqual(await texts('27835550004'), [`forward: From ACME to ${world.channel}: Hello`])
  })

  test('to a number of no channel, or to a disabled one, sets off nothing', async () => {
    await world.set({ incomingUrl: `${HOOKS}/in`, autoResponse: 'Thanks', forwardMobile: '27835550005' })
    const from = world.sender()
    assert.deepEqual(await kinds(await world.receive(from, 'Hello', { to: '27829999999' })), [])
    await world.set({ enabled: false })
    assert.deepEqual(await kinds(await world.receive(from, 'Hello')), [])
    assert.deepEqual([...(await texts(from)), ...(await texts('27835550005'))], [])
  })
})

test('a channel that was disabled before its webhook answered sends nothing any more', async () => {
  await world.set({ incomingUrl: `${HOOKS}/in`, optOutUrl: `${HOOKS}/out` })
  const [asking, leaving] = [world.sender(), world.sender()]
  const ids = [await world.receive(asking, 'Hello'), await world.receive(leaving, 'STOP')] as const
  await world.set({ enabled: false })
  await world.reply(ids[0], 'auto', 'Thanks')
  await world.reply(ids[1], 'confirmation', 'Bye')
  assert.deepEqual([...(await texts(asking)), ...(await texts(leaving))], [])
})

describe('forward to mobile', () => {
  // spec: Channel settings (portal) | rule | incoming SMS are forwarded to the mobile number
  test('goes to the number of the channel, also when that has opted out', async () => {
    const target = world.sender()
    await world.receive(target, 'STOP')
    await world.set({ forwardMobile: target })
    const from = world.sender()
    const incomingId = await world.receive(from, 'Call me')
    const sent = (await world.sentTo(target)).at(-1)
    assert.deepEqual(
      [sent?.origin, sent?.body, sent?.message_id],
      ['forward', `From ${from} to ${world.channel}: Call me`, `forward:${incomingId}`],
    )
  })

  test('never answers itself: what its target or a number of this deployment sends is not forwarded', async () => {
    const target = world.sender()
    await world.set({ forwardMobile: target })
    await world.receive(target, 'Thanks')
    const other = await world.addClient()
    const [own] = await world.engine.sql<
      { address: string }[]
    >`select address from channel where client_id = ${other.clientId}`
    await world.receive(own?.address as string, 'From 2783 to 2782: Hello')
    assert.deepEqual(await texts(target), [])
  })
})

describe('loops', () => {
  test('at most five auto-replies an hour for a contact and channel, those of webhooks counted', async () => {
    await world.set({ autoResponse: 'Thanks' })
    const [from, other] = [world.sender(), world.sender()]
    for (const _ of [1, 2, 3]) await world.receive(from, 'ping')
    await world.set({ incomingUrl: `${HOOKS}/in` })
    for (const _ of [1, 2, 3]) await world.reply(await world.receive(from, 'ping'), 'auto', 'pong')
    await world.set({ incomingUrl: null })
    await world.receive(other, 'ping')
    assert.deepEqual([(await texts(from)).length, (await texts(other)).length], [5, 1])
    await world.engine.sql`
      update auto_reply set answered_at = array(select at - interval '59 minutes 59 seconds' from unnest(answered_at) as each (at)) where mobile = ${from}`
    await world.until(async () => {
      await world.receive(from, 'ping')
      return (await texts(from)).length === 6
    }, 'an hour later it is answered again')
  })

  test('a number of this deployment is not answered, neither at once nor by its webhook', async () => {
    const other = await world.addClient()
    const [own] = await world.engine.sql<
      { address: string }[]
    >`select address from channel where client_id = ${other.clientId}`
    const from = own?.address as string
    await world.set({ autoResponse: 'Thanks' })
    await world.receive(from, 'Hello')
    await world.set({ incomingUrl: `${HOOKS}/in`, optOutUrl: `${HOOKS}/out` })
    assert.deepEqual(await kinds(await world.receive(from, 'Hello')), ['incoming null'])
    assert.deepEqual(await kinds(await world.receive(from, 'STOP')), ['opt-out null', 'incoming null'])
    assert.deepEqual(await texts(from), [])
  })
})

test('a thousand at once, each with its webhook: one for each, in few jobs', async () => {
  await world.set({ incomingUrl: `${HOOKS}/in` })
  const from = world.sender()
  const results = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      world.engine.network.incoming({
        carrier: 'net',
        link: 'main',
        from,
        to: world.channel,
        text: `n${n}`,
        encoding: 'gsm',
        mayBeRepeated: false,
        receivedAt: new Date(),
      }),
    ),
  )
  await world.worked()
  const ids = results.map(({ incomingId }) => incomingId as number)
  const [row] = await world.engine.sql<{ webhooks: number; subjects: number }[]>`
    select count(*) as webhooks, count(distinct subject_id) as subjects from webhook where subject_id = any(${ids}::bigint[])`
  assert.deepEqual({ ...row }, { webhooks: 1_000, subjects: 1_000 })
})
