import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Network } from '@heliograph/contracts'
import type { MoveDetails } from '@heliograph/testkit'
import type { RawClient, WirePdu } from './raw-client.ts'
import { HELLO } from './row.ts'
import { settle, until, type World, withServer } from './world.ts'

const asking = (registered_delivery: number, fields: object = {}) => ({ ...HELLO, registered_delivery, ...fields })
const textOf = (pdu: WirePdu): string => pdu.short_message.message
const pushedTo = (client: RawClient) => client.received.filter(({ command }) => command === 'deliver_sm')

/** The possible outcomes of a message: its state, and the content of the receipt. */
const endings: readonly {
  readonly state: Parameters<World['engine']['move']>[1]
  readonly details?: MoveDetails
  readonly stat: string
  readonly messageState: number
  readonly error?: string
}[] = [
  { state: 'delivered', stat: 'DELIVRD', messageState: 2 },
  { state: 'undeliverable', details: { errorId: 27 }, stat: 'UNDELIV', messageState: 5, error: '027' },
  { state: 'refused-by-network', details: { errorId: 632 }, stat: 'REJECTD', messageState: 8, error: '632' },
  { state: 'expired', details: { errorId: 4098 }, stat: 'EXPIRED', messageState: 3, error: '255' },
  { state: 'unconfirmed', details: { errorId: 2048 }, stat: 'UNKNOWN', messageState: 7, error: '255' },
]

for (const { state, details, stat, messageState, error = '000' } of endings)
  test(`a receipt of what is ${state} says ${stat} and ${messageState}`, () =>
    withServer(async ({ bind, clock, engine }) => {
      const sender = await bind('transmitter')
      const { message_id } = await sender.request(
        'submit_sm',
        asking(1, { short_message: Buffer.from('hello [world] and all') }),
      )
      engine.move(1, 'submitting')
      engine.move(1, 'submitted')
      clock.advance(3_600_000 + 60_000)
      engine.move(1, state, details)
      const client = await bind('receiver')
      const receipt = await client.next('deliver_sm')
      assert.equal(receipt.esm_class, 0x04)
      assert.equal(receipt.data_coding, 0)
      assert.equal(receipt.receipted_message_id, message_id)
      assert.equal(receipt.message_state, messageState)
      assert.match(
        receipt.short_message.message,
        new RegExp(
          `^id:1 sub:001 dlvrd:00${state === 'delivered' ? 1 : 0} submit date:2601050800 done date:2601050901 stat:${stat} err:${error} text:hello `,
        ),
      )
    }))

test('a receipt has the addresses of its submit, swapped and otherwise as they were', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind()
    await client.request(
      'submit_sm',
      asking(1, { source_addr: 'My Shop', destination_addr: '+27821234567', dest_addr_ton: 2, dest_addr_npi: 8 }),
    )
    engine.deliver(1)
    const receipt = await client.next('deliver_sm')
    const { source_addr, source_addr_ton, source_addr_npi } = receipt
    assert.deepEqual(
      { source_addr, source_addr_ton, source_addr_npi },
      { source_addr: '+27821234567', source_addr_ton: 2, source_addr_npi: 8 },
    )
    const { destination_addr, dest_addr_ton, dest_addr_npi } = receipt
    assert.deepEqual(
      { destination_addr, dest_addr_ton, dest_addr_npi },
      { destination_addr: 'My Shop', dest_addr_ton: 5, dest_addr_npi: 0 },
    )
  }))

test('a receipt repeats user_message_reference', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind()
    await client.request('submit_sm', asking(1, { user_message_reference: 4711 }))
    engine.deliver(1)
    assert.equal((await client.next('deliver_sm')).user_message_reference, 4711)
  }))

test('a receipt of octets quotes none of them', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind()
    await client.request('submit_sm', asking(1, { data_coding: 4 }))
    engine.deliver(1)
    assert.match(textOf(await client.next('deliver_sm')), /text:$/)
  }))

for (const [registered, ending, reported] of [
  [0, 'delivered', []],
  [1, 'delivered', ['4 DELIVRD']],
  [1, 'undeliverable', ['4 UNDELIV']],
  [2, 'delivered', []],
  [2, 'undeliverable', ['4 UNDELIV']],
  [3, 'delivered', ['4 DELIVRD']],
  [3, 'undeliverable', []],
  [0x10, 'delivered', ['32 ENROUTE']],
  [0x11, 'delivered', ['32 ENROUTE', '4 DELIVRD']],
  [0x12, 'delivered', ['32 ENROUTE']],
] as const)
  test(`registered_delivery 0x${registered.toString(16)}: of one that is ${ending}, ${reported.join(' and ') || 'nothing'} is told`, () =>
    withServer(async ({ bind, engine }) => {
      const client = await bind()
      await client.request('submit_sm', asking(registered))
      engine.move(1, 'submitting')
      engine.move(1, 'submitted')
      engine.move(1, ending)
      await settle(client)
      const pushes = pushedTo(client).map((pdu) => `${pdu.esm_class} ${/stat:(\w+)/.exec(textOf(pdu))?.[1]}`)
      assert.deepEqual(pushes, reported)
    }))

test('submit_multi: the receipts carry its id and tell their destinations apart, as they were submitted', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind()
    const sme = (destination_addr: string, dest_addr_ton: number) => ({
      dest_addr_ton,
      dest_addr_npi: 1,
      destination_addr,
    })
    const dest_address = [sme('27821234567', 1), sme('0821234568', 2), sme('27821234569', 1)]
    const { message_id } = await client.request('submit_multi', asking(1, { dest_address }))
    for (const { smsId } of engine.messages) engine.deliver(smsId)
    const receipts = [await client.next('deliver_sm'), await client.next('deliver_sm'), await client.next('deliver_sm')]
    assert.deepEqual(
      receipts.map(({ receipted_message_id, source_addr, source_addr_ton }) => [
        receipted_message_id,
        source_addr,
        source_addr_ton,
      ]),
      dest_address.map(({ destination_addr, dest_addr_ton }) => [message_id, destination_addr, dest_addr_ton]),
    )
  }))

test('a late delivery after the expiry is one more receipt', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind()
    await client.request('submit_sm', asking(1))
    engine.move(1, 'submitting')
    engine.move(1, 'submitted')
    engine.move(1, 'unconfirmed')
    engine.move(1, 'delivered')
    assert.match(textOf(await client.next('deliver_sm')), /stat:UNKNOWN/)
    assert.match(textOf(await client.next('deliver_sm')), /stat:DELIVRD/)
  }))

test('cancelling tells DELETED', () =>
  withServer(async ({ bind }) => {
    const client = await bind()
    await client.request('submit_sm', asking(1))
    await client.request('cancel_sm', { message_id: '1' })
    assert.match(textOf(await client.next('deliver_sm')), /stat:DELETED err:255/)
  }))

test('a transmitter gets nothing; what waits comes to the next receiver, after the answer to its bind', () =>
  withServer(async ({ bind, engine }) => {
    const transmitter = await bind('transmitter')
    await transmitter.request('submit_sm', asking(1))
    engine.deliver(1)
    await settle(transmitter)
    assert.equal(pushedTo(transmitter).length, 0)
    const receiver = await bind('receiver')
    assert.equal((await receiver.next('deliver_sm')).receipted_message_id, '1')
    assert.equal(receiver.received[0]?.command, 'bind_receiver_resp')
    await until(() => engine.pushes[0]?.state === 'taken', 'the receipt is taken')
  }))

test('one receiver gets each receipt', () =>
  withServer(async ({ bind, engine }) => {
    const clients = [await bind(), await bind('receiver')]
    for (let count = 1; count <= 20; count += 1) await clients[0]?.request('submit_sm', asking(1))
    for (const { smsId } of engine.messages) engine.deliver(smsId)
    await until(() => engine.pushes.every(({ state }) => state === 'taken'), 'all are taken')
    const ids = clients.flatMap(pushedTo).map(({ receipted_message_id }) => Number(receipted_message_id))
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  }))

for (const [status, result] of [
  [0x00, 'taken'],
  [0x64, 'later'],
  [0x14, 'later'],
  [0x58, 'later'],
  [0x08, 'later'],
  [0x65, 'refused'],
  [0x66, 'refused'],
  [0x0b, 'refused'],
] as const)
  test(`a deliver_sm answered with 0x${status.toString(16).padStart(2, '0')} is ${result}`, () =>
    withServer(async ({ bind, clock, engine, metrics }) => {
      const client = await bind('transceiver', { answers: false })
      await client.request('submit_sm', asking(1))
      engine.deliver(1)
      client.respond(await client.next('deliver_sm'), { command_status: status })
      await settle(client)
      assert.equal(metrics.value('smpp_deliveries', { kind: 'receipt', result }), 1)
      assert.equal(engine.pushes[0]?.state, result === 'later' ? 'waiting' : result)
      if (result !== 'later') return
      clock.advance(1_000)
      client.respond(await client.next('deliver_sm'))
      await until(() => engine.pushes[0]?.state === 'taken', 'it is taken at the second try')
    }))

test('a deliver_sm answered with generic_nack is refused', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind('transceiver', { answers: false })
    await client.request('submit_sm', asking(1))
    engine.deliver(1)
    const { sequence_number } = await client.next('deliver_sm')
    const nack = Buffer.from('00000010800000000000000300000000', 'hex')
    nack.writeUInt32BE(sequence_number, 12)
    client.write(nack)
    await settle(client)
    assert.equal(engine.pushes[0]?.state, 'refused')
  }))

test('a deliver_sm that is not answered comes again', () =>
  withServer(async ({ bind, clock, engine }) => {
    const client = await bind('transceiver', { answers: false })
    await client.request('submit_sm', asking(1))
    engine.deliver(1)
    await client.next('deliver_sm')
    clock.advance(30_000)
    await until(() => engine.pushes[0]?.attempts === 1 && engine.pushes[0].state === 'waiting', 'it waits again')
    await settle(client)
    clock.advance(1_000)
    client.respond(await client.next('deliver_sm'))
    await until(() => engine.pushes[0]?.state === 'taken', 'it is taken')
  }))

test('what a connection breaks off comes by another', () =>
  withServer(async ({ bind, clock, engine }) => {
    const first = await bind('transceiver', { answers: false })
    await first.request('submit_sm', asking(1))
    engine.deliver(1)
    await first.next('deliver_sm')
    const second = await bind('receiver')
    await first.end()
    await until(() => engine.sessions.length === 1, 'the first session is gone')
    clock.advance(1_000)
    assert.equal((await second.next('deliver_sm')).receipted_message_id, '1')
  }))

test('no more pushes are under way than the window has room for', () =>
  withServer(
    async ({ bind, engine }) => {
      const client = await bind('transceiver', { answers: false })
      for (let count = 0; count < 5; count += 1) await client.request('submit_sm', asking(1))
      for (const { smsId } of engine.messages) engine.deliver(smsId)
      const [one] = [await client.next('deliver_sm'), await client.next('deliver_sm')]
      await settle(client)
      assert.equal(pushedTo(client).length, 2)
      client.respond(one as WirePdu)
      await client.next('deliver_sm')
    },
    { config: { window: 2 } },
  ))

interface Incoming {
  readonly text: string
  readonly encoding: 'gsm' | 'ucs2' | 'binary'
  readonly from?: string
}

async function receive({ clock, engine }: World, { text, encoding, from = '27831112222' }: Incoming): Promise<void> {
  await engine.service(Network).incoming({
    carrier: 'any',
    link: 'main',
    from,
    to: '27000111222',
    text,
    encoding,
    mayBeRepeated: false,
    receivedAt: new Date(clock.now()),
  })
}

test('an incoming SMS comes to a receiver of a user of the channel', () =>
  withServer(async (world) => {
    const client = await world.bind('receiver')
    await receive(world, { text: 'hi @ €', encoding: 'gsm' })
    const pdu = await client.next('deliver_sm')
    const { data_coding, dest_addr_npi, dest_addr_ton, destination_addr, esm_class, source_addr } = pdu
    assert.deepEqual(
      { data_coding, dest_addr_npi, dest_addr_ton, destination_addr, esm_class, source_addr },
      {
        data_coding: 0,
        dest_addr_npi: 1,
        dest_addr_ton: 1,
        destination_addr: '27000111222',
        esm_class: 0,
        source_addr: '27831112222',
      },
    )
    assert.equal(pdu.short_message.message, 'hi @ €')
    await until(() => world.engine.pushes[0]?.state === 'taken', 'it is taken')
    assert.equal(world.metrics.value('smpp_deliveries', { kind: 'incoming', result: 'taken' }), 1)
  }))

for (const [from, ton, npi] of [
  ['27831112222', 1, 1],
  ['40404', 3, 0],
  ['Bank', 5, 0],
] as const)
  test(`an incoming SMS from ${from} has TON ${ton} and NPI ${npi}`, () =>
    withServer(async (world) => {
      const client = await world.bind()
      await receive(world, { text: 'x', encoding: 'gsm', from })
      const pdu = await client.next('deliver_sm')
      assert.deepEqual([pdu.source_addr, pdu.source_addr_ton, pdu.source_addr_npi], [from, ton, npi])
    }))

test('an incoming SMS in UCS-2 has data_coding 8, octets have 4', () =>
  withServer(async (world) => {
    const client = await world.bind()
    await receive(world, { text: 'Привет 🙂', encoding: 'ucs2' })
    const ucs2 = await client.next('deliver_sm')
    assert.deepEqual([ucs2.data_coding, ucs2.short_message.message], [8, 'Привет 🙂'])
    await receive(world, { text: '00FF10', encoding: 'binary' })
    const octets = await client.next('deliver_sm')
    assert.deepEqual([octets.data_coding, octets.short_message.message.toString('hex')], [4, '00ff10'])
  }))

test('a long incoming SMS comes whole in message_payload', () =>
  withServer(async (world) => {
    const client = await world.bind()
    await receive(world, { text: 'long '.repeat(100), encoding: 'gsm' })
    const pdu = await client.next('deliver_sm')
    assert.equal(pdu.short_message.message, '')
    assert.equal(pdu.message_payload.message, 'long '.repeat(100))
  }))

for (const [who, config, fields] of [
  ['where the configuration says so', { longIncoming: 'segments' }, {}],
  ['for a client of version 3.3', {}, { interface_version: 0x33 }],
] as const)
  test(`a long incoming SMS comes in segments ${who}`, () =>
    withServer(
      async (world) => {
        const client = await world.bind('receiver', { fields })
        for (const [text, encoding] of [
          ['long '.repeat(100), 'gsm'],
          ['длинный 🙂'.repeat(30), 'ucs2'],
        ] as const) {
          await receive(world, { text, encoding })
          const segments: WirePdu[] = []
          do segments.push(await client.next('deliver_sm'))
          while (segments.length < segments[0]?.short_message.udh[0][3])
          assert.ok(segments.every(({ esm_class }) => esm_class === 0x40))
          assert.equal(segments.map((segment) => segment.short_message.message).join(''), text)
        }
        await until(() => world.engine.pushes.every(({ state }) => state === 'taken'), 'both are taken')
      },
      { config },
    ))

test('a long incoming SMS of which one segment was put off comes again as a whole', () =>
  withServer(
    async (world) => {
      const client = await world.bind('receiver', { answers: false })
      await receive(world, { text: 'a'.repeat(300), encoding: 'gsm' })
      client.respond(await client.next('deliver_sm'))
      client.respond(await client.next('deliver_sm'), { command_status: 0x14 })
      await settle(client)
      world.clock.advance(1_000)
      client.respond(await client.next('deliver_sm'))
      client.respond(await client.next('deliver_sm'))
      await until(() => world.engine.pushes[0]?.state === 'taken', 'it is taken')
      assert.equal(world.engine.pushes[0]?.attempts, 2)
    },
    { config: { longIncoming: 'segments' } },
  ))
