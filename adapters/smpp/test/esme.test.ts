import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import smpp, { type ClientSession } from 'smpp'
import type { WirePdu } from './raw-client.ts'
import { HELLO } from './row.ts'
import { type BindKind, credentials, until, type World, withServer } from './world.ts'

/** A bound session of npm `smpp` that answers the deliver_sm it gets, and records them. */
async function session(world: World, kind: BindKind): Promise<{ esme: ClientSession; delivered: WirePdu[] }> {
  const esme = smpp.connect({ host: '127.0.0.1', port: world.port })
  const delivered: WirePdu[] = []
  esme.on('deliver_sm', (pdu) => {
    delivered.push(pdu)
    esme.send(pdu.response())
  })
  esme.on('error', () => {})
  await once(esme.socket, 'connect')
  const answer = await ask((answered) => esme[`bind_${kind}`](credentials(world), answered))
  assert.equal(answer.command_status, 0)
  return { esme, delivered }
}

function ask(send: (answered: (pdu: WirePdu) => void) => void): Promise<WirePdu> {
  return new Promise((resolve) => send(resolve))
}

async function leave(esme: ClientSession): Promise<void> {
  assert.equal((await ask((answered) => esme.unbind(answered))).command, 'unbind_resp')
  if (!esme.socket.destroyed) await once(esme.socket, 'close')
}

/** Submits a text as npm `smpp` encodes it by default. */
const submit = (esme: ClientSession, short_message: string) =>
  ask((answered) =>
    esme.submit_sm({ destination_addr: '27821234567', short_message, registered_delivery: 1 }, answered),
  )

test('npm smpp as a transceiver: texts it labels in its own way, receipts and queries', () =>
  withServer(async (world) => {
    const { esme, delivered } = await session(world, 'transceiver')
    const texts = ['plain text', 'GSM: @ £ _ é {€}', 'Latin-1: ç õ ý', 'UCS-2: Привет 🙂']
    for (const text of texts) assert.equal((await submit(esme, text)).command_status, 0)
    assert.deepEqual(
      world.engine.messages.map(({ text }) => text),
      texts,
    )
    for (const { smsId } of world.engine.messages) world.engine.deliver(smsId)
    await until(() => delivered.length === texts.length, 'all receipts are there')
    assert.deepEqual(
      delivered.map(({ receipted_message_id, message_state }) => [receipted_message_id, message_state]),
      texts.map((_, index) => [String(index + 1), 2]),
    )
    const queried = await ask((answered) => esme.query_sm({ message_id: '1' }, answered))
    assert.equal(queried.message_state, 2)
    await ask((answered) => esme.enquire_link(answered))
    await leave(esme)
    assert.deepEqual(world.engine.sessions, [])
  }))

test('npm smpp as a transmitter and a receiver', () =>
  withServer(async (world) => {
    const [transmitter, receiver] = [await session(world, 'transmitter'), await session(world, 'receiver')]
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => submit(transmitter.esme, `number ${index}`)),
    )
    const ids = answers.map(({ message_id }) => message_id)
    assert.equal(new Set(ids).size, 300)
    for (const { smsId } of world.engine.messages) world.engine.deliver(smsId)
    await until(() => receiver.delivered.length === 300, 'all receipts are there')
    assert.deepEqual(new Set(receiver.delivered.map(({ receipted_message_id }) => receipted_message_id)), new Set(ids))
    assert.deepEqual(transmitter.delivered, [])
    const refused = await ask((answered) => receiver.esme.submit_sm(HELLO, answered))
    assert.equal(refused.command_status, 0x04)
    await leave(transmitter.esme)
    await leave(receiver.esme)
  }))

test('npm smpp with a wrong password reads the refusal, and may try again', () =>
  withServer(async (world) => {
    const esme = smpp.connect({ host: '127.0.0.1', port: world.port })
    await once(esme.socket, 'connect')
    const wrong = { ...credentials(world), password: 'wrong' }
    assert.equal((await ask((answered) => esme.bind_transceiver(wrong, answered))).command_status, 0x0e)
    assert.equal((await ask((answered) => esme.bind_transceiver(credentials(world), answered))).command_status, 0)
    await leave(esme)
  }))

test('npm smpp is unbound when the server stops', () =>
  withServer(async (world) => {
    const { esme } = await session(world, 'transceiver')
    esme.on('unbind', (pdu) => esme.send(pdu.response()))
    await world.stop()
    if (!esme.socket.destroyed) await once(esme.socket, 'close')
  }))
