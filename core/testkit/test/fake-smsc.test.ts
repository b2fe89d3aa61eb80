import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { STATUS } from '@heliograph/smpp'
import { type FakeSmscOptions, OTHER_TEST_CERTIFICATE } from '../src/index.ts'
import { exchange } from './fixtures/raw-client.ts'
import { answerOf } from './fixtures/smpp-client.ts'
import { useFakeSmsc } from './fixtures/use-fake-smsc.ts'

const { start, client } = useFakeSmsc()

describe('binds', () => {
  const refusals: readonly [string, FakeSmscOptions, number][] = [
    ['another system id', { systemId: 'somebody' }, STATUS.RINVSYSID],
    ['another password', { password: 'else' }, STATUS.RINVPASWD],
    ['every bind', { refuseBinds: STATUS.RBINDFAIL }, STATUS.RBINDFAIL],
  ]
  for (const [what, options, status] of refusals) {
    test(`are refused: ${what}`, async () => {
      const smsc = await start(options)
      await assert.rejects(client(), { message: `bind ${status}` })
      assert.deepEqual([smsc.counts.binds, smsc.counts.bindsRefused], [0, 1])
      Object.assign(smsc.settings, { systemId: null, password: null, refuseBinds: 0 })
      await client()
    })
  }

  test('are limited in number, and known by their fields', async () => {
    const smsc = await start({ maxBinds: 1 })
    await client({ bind: 'bind_receiver' })
    await assert.rejects(client(), { message: `bind ${STATUS.RBINDFAIL}` })
    const [bind] = smsc.binds
    assert.deepEqual([bind?.systemId, bind?.password, bind?.kind, bind?.isOpen], ['client', 'secret', 'receiver', true])
  })

  test('end with unbind of either side', async () => {
    const smsc = await start()
    const first = await client()
    assert.equal((await first.session.unbind()).kind, 'unbound')
    const second = await client()
    smsc.unbind()
    assert.equal((await second.session.closed).kind, 'peer-unbound')
    await smsc.until('both to be gone', () => smsc.binds.every(({ isOpen }) => !isOpen))
  })

  test('are noticed as gone when enquire_link is not answered', async () => {
    const smsc = await start({ ignoreEnquireLinks: true })
    const { session } = await client({ enquireLinkMs: 100 })
    assert.equal((await session.closed).kind, 'silent')
    assert.equal(smsc.binds[0]?.enquireLinks, 2)
  })

  test('are needed to submit, and a receiver may not', async () => {
    await start()
    const { submit } = await client({ bind: 'bind_receiver' })
    assert.equal(answerOf(await submit()), STATUS.RINVBNDSTS)
  })
})

describe('a client that misbehaves', () => {
  test('is told, and heard on where that is possible', async () => {
    const smsc = await start()
    const pdus = await exchange(
      smsc.port,
      [
        { command: 'submit_sm', sequenceNumber: 1 },
        { command: 'bind_receiver', sequenceNumber: 2, systemId: 'again' },
        { command: 'outbind', sequenceNumber: 3 },
        { command: 'deliver_sm_resp', sequenceNumber: 99 },
        { command: 'enquire_link', sequenceNumber: 4 },
      ],
      4,
    )
    assert.deepEqual(
      pdus.map(({ command, commandStatus }) => [command, commandStatus]),
      [
        ['submit_sm_resp', 0],
        ['bind_receiver_resp', STATUS.RALYBND],
        ['generic_nack', STATUS.RINVCMDID],
        ['enquire_link_resp', 0],
      ],
    )
    assert.deepEqual([smsc.counts.protocolErrors, smsc.binds[0]?.sequenceFaults], [2, 0])
  })

  test('is cut off when it speaks no SMPP', async () => {
    const smsc = await start()
    const socket = connect(smsc.port, '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    assert.equal(smsc.counts.protocolErrors, 1)
    await client()
  })
})

test('TLS is spoken when there is a certificate', async () => {
  const { cert, key } = OTHER_TEST_CERTIFICATE
  await start({ tls: { key, cert } })
  const { submit } = await client({ ca: cert })
  assert.equal(answerOf(await submit()), '1000000001')
})

describe('what is kept', () => {
  test('is the last so many, or nothing', async () => {
    const smsc = await start({ keep: 2 })
    const { delivers, submit } = await client()
    for (let count = 0; count < 7; count += 1) await submit()
    await delivers(7)
    assert.deepEqual(
      smsc.received.map(({ messageId }) => messageId),
      ['1000000006', '1000000007'],
    )
    assert.deepEqual([smsc.texts.length, smsc.deliveries.length, smsc.counts.submits], [2, 2, 7])
  })

  test('nothing with 0', async () => {
    const smsc = await start({ keep: 0 })
    const { submit } = await client()
    await submit()
    assert.deepEqual([smsc.received, smsc.texts, smsc.deliveries], [[], [], []])
  })
})

test('waiting too long says for what', async () => {
  const smsc = await start()
  await assert.rejects(
    smsc.until('a miracle', () => false, 1),
    { message: 'Waited too long for a miracle' },
  )
})
