import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Subscriptions } from '@heliograph/contracts'
import { type IncomingWorld, kindsOf, PLAIN_CHANNEL, startIncomingWorld, textsTo } from './support/incoming-world.ts'
import { find } from './support/smpp-node.ts'

const HOOKS = 'https://client.example'

let world: IncomingWorld
before(async () => {
  world = await startIncomingWorld()
})
after(() => world.close())
beforeEach(() => world.set(PLAIN_CHANNEL))

const optedOut = (incomingId: number) =>
  new RegExp(`^OPTED OUT - \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC - SMS ID: ${incomingId}$`)
const optedIn = (incomingId: number) =>
  new RegExp(`^OPTED IN - \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC - SMS ID: ${incomingId}$`)
const texts = (mobile: string) => textsTo(world, mobile)
const kinds = (incomingId: number) => kindsOf(world, incomingId)

describe('an opt-out keyword', () => {
  // spec: Contact subscription states | state | subscribed to opted out: incoming SMS with an opt-out keyword
  // spec: Opt-out webhook | rule | sequence: blacklisted at once, described, webhook, confirmation, later sends blocked
  // spec: Contact subscription states | rule | opt-out by SMS: status_description set ; opt-out by SMS: confirmation SMS sent
  test('opts the contact out, audits it, confirms it and blocks what is sent later', async () => {
    const from = world.sender()
    const incomingId = await world.receive(from, 'please stop')
    assert.equal((await world.statusOf(from))?.status, 0)
    assert.match((await world.statusOf(from))?.description ?? '', optedOut(incomingId))
    assert.equal((await world.auditOf(from)).length, 1)
    const [confirmation] = await world.sentTo(from)
    assert.deepEqual(confirmation, {
      origin: 'opt-out-confirmation',
      sender: world.channel,
      recipient: from,
      body: `${from} has opted out of messages from ${world.principal.clientName}. You will receive no more messages. Send JOIN to ${world.channel} to opt back in.`,
      priority: 10,
      message_id: `confirm:${incomingId}`,
      user_id: 0,
      price: '0.050000',
      receipt_webhook: false,
    })
    await assert.rejects(
      world.submit({ to: from }).then(({ entries }) => {
        if (entries[0]?.state === 'opted-out') throw new Error('blocked')
      }),
      /blocked/,
    )
    await world.until(() => world.handed.some(({ to }) => to === from), 'the confirmation is handed over')
  })

  // spec: Contact subscription states | rule | opt-out by SMS: opt-out webhook sent
  // spec: Outbound webhook kinds | event | OPT-OUT: a contact sends an opt-out keyword
  test('calls the opt-out webhook and INCOMING; the confirmation waits for the reply of the first', async () => {
    await world.set({ optOutUrl: `${HOOKS}/out`, incomingUrl: `${HOOKS}/in`, autoResponse: 'Thanks' })
    const from = world.sender()
    const incomingId = await world.receive(from, 'Opt out!')
    const [hook, incoming] = await world.webhooksOf(incomingId)
    assert.deepEqual(
      [hook?.kind, hook?.url, hook?.reply_kind, hook?.form],
      ['opt-out', `${HOOKS}/out`, 'confirmation', null],
    )
    assert.deepEqual([incoming?.kind, incoming?.url, incoming?.reply_kind], ['incoming', `${HOOKS}/in`, null])
    const { type, data } = JSON.parse(hook?.body ?? '')
    assert.deepEqual(
      [type, data.keyword, data.from, data.to, data.message, data.messageId, data.clientId],
      ['opt_out', 'OPT OUT', from, world.channel, 'Opt out!', String(incomingId), world.principal.clientId],
    )
  })

  const priority: readonly (readonly [string, string | null, string | null, RegExp])[] = [
    // spec: Opt-out webhook | rule | confirmation text: (1) the reply of the webhook -> the reply of the webhook first
    ['the reply of the webhook first', 'From the hook', 'From the channel', /: From the hook$/],
    // spec: Opt-out webhook | rule | confirmation text: (2) the channel's response -> then the response of the channel
    ['then the response of the channel', null, 'From the channel', /: From the channel$/],
    // spec: Opt-out webhook | rule | confirmation text: (3) a generated default -> then the usual text
    ['then the usual text', null, null, /has opted (?:out of|in to) messages from/],
  ]
  for (const [name, reply, own, text] of priority) {
    test(`is confirmed with ${name}`, async () => {
      await world.set({
        optOutUrl: `${HOOKS}/out`,
        optInUrl: `${HOOKS}/join`,
        blacklistResponse: own,
        whitelistResponse: own,
      })
      const from = world.sender()
      await world.reply(await world.receive(from, 'STOP'), 'confirmation', reply)
      await world.reply(await world.receive(from, 'JOIN'), 'confirmation', reply)
      const sent = await texts(from)
      assert.equal(sent.length, 2)
      assert.match(sent[0] ?? '', /^opt-out-confirmation: /)
      assert.match(sent[1] ?? '', /^opt-in-confirmation: /)
      for (const each of sent) assert.match(each, text)
    })
  }

  test('once more: an audit row, INCOMING and the forward, and nothing else', async () => {
    const from = world.sender()
    const first = await world.receive(from, 'STOP')
    await world.set({
      optOutUrl: `${HOOKS}/out`,
      incomingUrl: `${HOOKS}/in`,
      forwardMobile: '27835550001',
      autoResponse: 'Hi',
    })
    const again = await world.receive(from, 'stop!!')
    assert.match((await world.statusOf(from))?.description ?? '', optedOut(first))
    assert.match((await world.auditOf(from))[1] ?? '', optedOut(again))
    assert.deepEqual(await kinds(again), ['incoming null'])
    assert.equal((await texts(from)).length, 1)
    assert.deepEqual(await texts('27835550001'), [`forward: From ${from} to ${world.channel}: stop!!`])
  })

  test('to a disabled channel counts, without webhook and confirmation', async () => {
    await world.set({
      enabled: false,
      optOutUrl: `${HOOKS}/out`,
      incomingUrl: `${HOOKS}/in`,
      forwardMobile: '27835550002',
    })
    const from = world.sender()
    const incomingId = await world.receive(from, 'STOP')
    assert.match((await world.statusOf(from))?.description ?? '', optedOut(incomingId))
    assert.deepEqual(await kinds(incomingId), [])
    assert.deepEqual([...(await texts(from)), ...(await texts('27835550002'))], [])
    const joining = await world.receive(from, 'JOIN')
    assert.equal((await world.statusOf(from))?.status, 0)
    assert.deepEqual(await kinds(joining), [])
  })

  test('of an alphanumeric sender is stored and nothing else', async () => {
    await world.set({
      optOutUrl: `${HOOKS}/out`,
      incomingUrl: `${HOOKS}/in`,
      forwardMobile: '27835550003',
      autoResponse: 'Hi',
    })
    const incomingId = await world.receive('ACME', 'STOP')
    assert.deepEqual(
      [await kinds(incomingId), await texts('27835550003'), await world.statusOf('ACME')],
      [[], [], undefined],
    )
  })

  test('ends what waits for the contact, but not what goes out in spite of it', async () => {
    world.link.setUp(false)
    const from = world.sender()
    await world.set({ forwardMobile: from })
    await world.receive(world.sender(), 'for the one that stops')
    const { entries } = await world.submit({ to: [from, world.sender()] })
    await world.receive(from, 'STOP')
    assert.equal(await world.stateOf(entries[0]?.smsId as number), 'opted-out')
    assert.equal(await world.stateOf(entries[1]?.smsId as number), 'queued')
    const waiting = await world.engine.sql<{ origin: string; state: string }[]>`
      select origin, coalesce(state::text, 'queued') as state from message left join message_state using (sms_id)
      where recipient = ${from} order by sms_id`
    assert.deepEqual(
      [...waiting.map(({ origin, state }) => `${origin} ${state}`)],
      ['forward queued', 'test opted-out', 'opt-out-confirmation queued'],
    )
    world.link.setUp(true)
  })

  test('of many at once ends what waits for all of them over one connection', async () => {
    world.link.setUp(false)
    const senders = Array.from({ length: 60 }, () => world.sender())
    const { entries } = await world.submit({ to: senders })
    const smsIds = entries.map(({ smsId }) => smsId as number)
    const { sql } = world.engine
    const received = await sql.begin(async (blocker) => {
      await blocker`select from batch for update`
      const all = Promise.all(senders.map((from) => world.receive(from, 'STOP')))
      await world.until(async () => {
        const [begun] = await sql<{ begun: number }[]>`
          select count(*) filter (where steps is not null) as begun from incoming_work`
        return begun?.begun === senders.length && (await waitingOf('general')) > 0
      }, 'all are opted out and something waits for the lock')
      assert.equal(await waitingOf('general'), 1)
      return { all }
    })
    await received.all
    const ended = await sql`select from message_state where sms_id = any(${smsIds}::bigint[]) and state = 'opted-out'`
    assert.equal(ended.length, senders.length)
    world.link.setUp(true)
  })

  /** How many connections of a pool wait for a lock. */
  async function waitingOf(pool: string): Promise<number> {
    const rows = await world.engine.sql`
      select from pg_stat_activity
      where datname = current_database() and application_name like ${`% ${pool}`} and wait_event_type = 'Lock'`
    return rows.length
  }

  test('of one contact twice in a batch, and an opt-in: in the order they came', async () => {
    const [a, b] = [world.sender(), world.sender()]
    const sms = (from: string, text: string) =>
      world.engine.network.incoming({
        carrier: 'net',
        link: 'main',
        from,
        to: world.channel,
        text,
        encoding: 'gsm',
        mayBeRepeated: false,
        receivedAt: new Date(),
      })
    const ids = await Promise.all([
      sms(a, 'STOP'),
      sms(b, 'JOIN'),
      sms(a, 'END'),
      sms(a, 'JOIN'),
      sms(b, 'STOP'),
      sms(a, 'QUIT'),
      sms(b, 'JOIN us'),
    ])
    await world.worked()
    const auditedA = await world.auditOf(a)
    const expected = [optedOut, optedOut, optedIn, optedOut]
    assert.equal(auditedA.length, 4)
    for (const [index, place] of [0, 2, 3, 5].entries())
      assert.match(auditedA[index] ?? '', (expected[index] as typeof optedOut)(ids[place]?.incomingId as number))
    assert.deepEqual([(await world.statusOf(a))?.status, (await world.statusOf(b))?.status], [0, 1])
    assert.deepEqual(
      (await world.sentTo(a)).map(({ origin }) => origin),
      ['opt-out-confirmation', 'opt-out-confirmation'],
    )
  })
})

describe('JOIN', () => {
  // spec: Contact subscription states | state | opted out to opted in: incoming SMS with JOIN
  // spec: Contact subscription states | rule | opt-in by SMS: opt-in webhook sent when configured ; opt-in by SMS: confirmation SMS sent
  // spec: Outbound webhook kinds | event | OPT-IN: a contact sends JOIN
  test('of a contact that is opted out opts it in, audits it, calls the webhook and confirms', async () => {
    const from = world.sender()
    await world.receive(from, 'STOP')
    await world.set({ optInUrl: `${HOOKS}/join` })
    const incomingId = await world.receive(from, '"Join"')
    assert.equal((await world.statusOf(from))?.status, 1)
    assert.match((await world.statusOf(from))?.description ?? '', optedIn(incomingId))
    assert.equal((await world.auditOf(from)).length, 2)
    const [hook] = await world.webhooksOf(incomingId)
    const { type, data } = JSON.parse(hook?.body ?? '')
    assert.deepEqual([hook?.kind, hook?.reply_kind, type, data.keyword], ['opt-in', 'confirmation', 'opt_in', 'JOIN'])
    await world.reply(incomingId, 'confirmation', null)
    assert.equal(
      (await world.sentTo(from)).at(-1)?.body,
      `${from} has opted in to messages from ${world.principal.clientName}. Send STOP to ${world.channel} to opt out.`,
    )
    assert.equal((await world.submit({ to: from })).entries[0]?.state, 'queued')
  })

  test('of a contact that was erased after it had opted out opts it in', async () => {
    const from = world.sender()
    const { clientId } = world.principal
    await find(world.engine.services, Subscriptions).set(clientId, from, 'opted-out', { kind: 'web' })
    await world.engine.erasure.erase(clientId, from)
    assert.equal((await world.submit({ to: from })).entries[0]?.state, 'opted-out')
    const incomingId = await world.receive(from, 'JOIN')
    assert.match((await world.statusOf(from))?.description ?? '', optedIn(incomingId))
    assert.equal((await world.submit({ to: from })).entries[0]?.state, 'queued')
  })

  test('of any other contact is an ordinary SMS', async () => {
    await world.set({ optInUrl: `${HOOKS}/join`, autoResponse: 'Thanks' })
    const from = world.sender()
    const incomingId = await world.receive(from, 'JOIN')
    assert.deepEqual([await kinds(incomingId), await world.auditOf(from)], [[], []])
    assert.deepEqual(await texts(from), ['auto-reply: Thanks'])
  })

  test('in the same text as STOP is an opt-out', async () => {
    const from = world.sender()
    await world.receive(from, 'STOP')
    await world.receive(from, 'JOIN no, STOP')
    assert.equal((await world.statusOf(from))?.status, 0)
  })
})
