import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ChannelChange } from '@heliograph/contracts'
import { type IncomingWorld, startIncomingWorld } from './support/incoming-world.ts'

const HOOKS = 'https://client.example'
const CLEAR = {
  ...{ enabled: true, incomingUrl: null, incomingHandler: 'json', optOutUrl: null, optInUrl: null, autoResponse: null },
  ...{ forwardMobile: null, blacklistResponse: null, whitelistResponse: null, outgoingNumber: null },
} satisfies Omit<ChannelChange, 'channelId'>

let world: IncomingWorld
before(async () => {
  world = await startIncomingWorld()
})
after(() => world.close())
beforeEach(() => world.set(CLEAR))

const optedOut = (incomingId: number) =>
  new RegExp(`^OPTED OUT - \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC - SMS ID: ${incomingId}$`)
const optedIn = (incomingId: number) =>
  new RegExp(`^OPTED IN - \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC - SMS ID: ${incomingId}$`)
const texts = async (mobile: string) => (await world.sentTo(mobile)).map(({ origin, body }) => `${origin}: ${body}`)
const kinds = async (incomingId: number) =>
  (await world.webhooksOf(incomingId)).map(({ kind, reply_kind: reply }) => `${kind} ${reply}`)

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
