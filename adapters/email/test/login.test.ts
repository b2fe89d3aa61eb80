import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONFORMANCE_API_KEY, OTHER_TEST_CERTIFICATE, TEST_CERTIFICATE } from '@heliograph/testkit'
import { createTransport } from 'nodemailer'
import { CONFIG, EMAIL, PASSWORD, plain, RECIPIENT, send, texts, until, withServer } from './world.ts'

const TLS = { cert: TEST_CERTIFICATE.cert, key: TEST_CERTIFICATE.key }
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('who may send', () => {
  const LOGINS: readonly (readonly [string, string, string, number])[] = [
    ['e-mail and API key', EMAIL, CONFORMANCE_API_KEY, 235],
    ['e-mail in another case and API key', 'Jo@Acme.Example', CONFORMANCE_API_KEY, 235],
    ['e-mail and password', EMAIL, PASSWORD, 235],
    ['the API key with another e-mail', 'al@acme.example', CONFORMANCE_API_KEY, 535],
    ['a wrong password', EMAIL, 'wrong', 535],
    ['no password', EMAIL, '', 535],
  ]
  for (const [name, user, password, code] of LOGINS)
    for (const method of ['PLAIN', 'LOGIN'])
      test(`${name}, by ${method}: ${code}`, () =>
        withServer(async ({ connect }) => {
          const client = await connect()
          let reply = await client.say(method === 'PLAIN' ? `AUTH PLAIN ${plain(user, password)}` : 'AUTH LOGIN')
          for (const line of [user, password]) if (reply.code === 334) reply = await client.say(base64(line))
          assert.equal(reply.code, code)
          assert.equal((await send(client)).code, code === 235 ? 250 : 530)
        }))

  test('no mail without a login', () =>
    withServer(async (world) => {
      assert.equal((await send(await world.connect())).code, 530)
      assert.deepEqual(world.engine.messages, [])
    }))

  test('a key that is disabled stops working on a connection that is open', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      assert.equal((await send(client)).code, 250)
      world.engine.setKeyEnabled(CONFORMANCE_API_KEY, false)
      assert.equal((await send(client)).code, 530)
    }))

  test('the third wrong password ends the connection', () =>
    withServer(async ({ connect }) => {
      const client = await connect()
      for (const code of [535, 535, 421])
        assert.equal((await client.say(`AUTH PLAIN ${plain(EMAIL, 'wrong')}`)).code, code)
      await client.closed
    }))

  test('logins are locked after five failures, whatever the connection; the answer comes late', () =>
    withServer(async ({ clock, connect }) => {
      for (let count = 0; count < 5; count += 1)
        assert.equal((await (await connect()).say(`AUTH PLAIN ${plain(EMAIL, 'wrong')}`)).code, 535)
      const client = await connect()
      let code: number | undefined
      const answered = client.say(`AUTH PLAIN ${plain(EMAIL, PASSWORD)}`).then((reply) => {
        code = reply.code
      })
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      assert.equal(code, undefined)
      clock.advance(5_000)
      await answered
      assert.equal(code, 454)
      const key = await connect()
      assert.equal((await key.say(`AUTH PLAIN ${plain(EMAIL, CONFORMANCE_API_KEY)}`)).code, 235)
    }))

  test('a database that is away is no wrong password', () =>
    withServer(async ({ connect, engine }) => {
      engine.failNext('unavailable', 'directory')
      const client = await connect()
      assert.equal((await client.say(`AUTH PLAIN ${plain(EMAIL, PASSWORD)}`)).code, 454)
      assert.equal((await client.say(`AUTH PLAIN ${plain(EMAIL, PASSWORD)}`)).code, 235)
    }))
})

describe('passwords and encryption', () => {
  test('on a port that others can reach AUTH is offered only after STARTTLS', () =>
    withServer(
      async (world) => {
        const client = await world.connect({ ehlo: false })
        const { lines } = await client.say('EHLO client.example')
        assert.ok(lines.includes('STARTTLS') && !lines.some((line) => line.startsWith('AUTH')), lines.join())
        assert.equal((await client.say(`AUTH PLAIN ${plain(EMAIL, PASSWORD)}`)).code, 500)
        for (const [port, secure] of [
          [world.port, false],
          [world.adapter.address?.()?.tlsPort as number, true],
        ] as const) {
          const transport = createTransport({
            host: '127.0.0.1',
            port,
            secure,
            requireTLS: true,
            tls: { ca: TEST_CERTIFICATE.cert },
            auth: { user: EMAIL, pass: CONFORMANCE_API_KEY },
          })
          const { response } = await transport.sendMail({
            from: EMAIL,
            to: RECIPIENT,
            subject: '',
            text: `Port ${secure}`,
          })
          transport.close()
          assert.match(response, /^250 OK: sent as \d$/)
        }
        assert.deepEqual(texts(world), ['Port false', 'Port true'])
        // One that ends after STARTTLS and before its login frees its place as well.
        const plainTransport = createTransport({
          host: '127.0.0.1',
          port: world.port,
          requireTLS: true,
          tls: { ca: TEST_CERTIFICATE.cert },
          auth: { user: EMAIL, pass: 'wrong' },
        })
        await assert.rejects(plainTransport.verify(), /535/)
        plainTransport.close()
        await client.end()
        await until(() => world.metrics.value('email_connections') === 0, 'all have gone')
        await until(() => world.metrics.value('email_strangers') === 0, 'their places are free')
      },
      { config: { host: '0.0.0.0', tls: { ...TLS, port: 0 } } },
    ))

  test('a renewed certificate is shown on both ports, and open connections go on', () =>
    withServer(
      async ({ adapter, connect, port }) => {
        const client = await connect()
        const verify = async (certificate: typeof TEST_CERTIFICATE) => {
          for (const [target, secure] of [
            [port, false],
            [adapter.address?.()?.tlsPort as number, true],
          ] as const) {
            const tls = { ca: certificate.cert, checkServerIdentity: () => undefined }
            const transport = createTransport({ host: '127.0.0.1', port: target, secure, requireTLS: true, tls })
            await transport.verify()
            transport.close()
          }
        }
        await verify(TEST_CERTIFICATE)
        const { cert, key } = OTHER_TEST_CERTIFICATE
        adapter.reconfigure?.({ ...CONFIG, tls: { port: 0, cert, key } })
        assert.throws(() => adapter.reconfigure?.({ ...CONFIG, tls: { port: 0, cert: 'x', key } }))
        await verify(OTHER_TEST_CERTIFICATE)
        assert.deepEqual(
          adapter.listeners?.map(({ certificate }) => certificate),
          [cert, cert],
        )
        assert.equal((await client.say('NOOP')).code, 250)
      },
      { config: { tls: { ...TLS, port: 0 } } },
    ))

  test('old versions of TLS are refused', () =>
    withServer(
      async ({ port }) => {
        const tls = {
          ca: TEST_CERTIFICATE.cert,
          maxVersion: 'TLSv1.1',
          minVersion: 'TLSv1',
          ciphers: 'ALL@SECLEVEL=0',
        } as const
        const transport = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls })
        await assert.rejects(transport.sendMail({ from: EMAIL, to: RECIPIENT, text: 'x' }), { code: /ESOCKET|ETLS/ })
        transport.close()
      },
      { config: { tls: TLS } },
    ))

  test('without TLS, and with an empty list, only this machine will do', () =>
    assert.rejects(
      withServer(async () => {}, { config: { host: '0.0.0.0' } }),
      /no one could send/,
    ))
})

describe('senders that need no login', () => {
  const sender = (change: object = {}) => ({
    address: 'erp@acme.example',
    networks: ['127.0.0.0/8'],
    apiKey: CONFORMANCE_API_KEY,
    ...change,
  })
  const ROWS: readonly (readonly [string, object, string, number])[] = [
    ['from its network', {}, 'erp@acme.example', 250],
    ['in another case', {}, 'ERP@Acme.Example', 250],
    ['of its domain', { address: '@acme.example' }, 'al@acme.example', 250],
    ['of a domain below', { address: '@acme.example' }, 'al@sub.acme.example', 530],
    ['of a domain that ends alike', { address: '@acme.example' }, 'al@notacme.example', 530],
    ['that is another', {}, 'al@acme.example', 530],
    ['from another network', { networks: ['192.0.2.0/24'] }, 'erp@acme.example', 530],
    ['whose key is wrong', { apiKey: 'x'.repeat(40) }, 'erp@acme.example', 530],
  ]
  for (const [name, change, from, code] of ROWS)
    test(`a sender ${name}: ${code}`, () =>
      withServer(
        async (world) => {
          assert.equal((await send(await world.connect(), { from })).code, code)
          assert.equal(world.engine.messages.length, code === 250 ? 1 : 0)
        },
        { config: { senders: [sender(change)] } },
      ))

  test('a user who has logged in is not a sender of the list', () =>
    withServer(
      async (world) => {
        world.engine.setKeyEnabled(world.stranger.apiKey, true)
        await send(await world.logIn(), { from: 'erp@acme.example' })
        await until(() => world.engine.messages.length === 1, 'it is sent')
        assert.equal(world.engine.messages[0]?.clientId, world.account.clientId)
      },
      { config: { senders: [sender({ apiKey: 'x'.repeat(40) })] } },
    ))

  test('an invalid network is refused at the start', () =>
    assert.rejects(
      withServer(async () => {}, { config: { senders: [sender({ networks: ['here'] })] } }),
      /'here' is neither an address nor a network/,
    ))
})
