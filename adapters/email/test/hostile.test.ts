import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { CONFORMANCE_API_KEY, TEST_CERTIFICATE } from '@heliograph/testkit'
import { connectSmtp, type SmtpClient } from './smtp-client.ts'
import { EMAIL, NUMBER, octetsOf, plain, RECIPIENT, send, texts, until, type World, withServer } from './world.ts'

/** The address of the n-th recipient. */
const numbered = (index: number) => `2782${String(index).padStart(7, '0')}@sms.example`

/** Writes all lines at once and reads one answer for each. */
async function sayAll(client: SmtpClient, lines: readonly string[]): Promise<readonly number[]> {
  client.write(lines.map((line) => `${line}\r\n`).join(''))
  const codes: number[] = []
  for (let count = 0; count < lines.length; count += 1) codes.push((await client.reply()).code)
  return codes
}

/** Begins a mail: sends everything up to its content. */
async function begin(client: SmtpClient): Promise<void> {
  assert.deepEqual(await sayAll(client, [`MAIL FROM:<${EMAIL}>`, `RCPT TO:<${RECIPIENT}>`, 'DATA']), [250, 250, 354])
}

async function stillServes(world: World): Promise<void> {
  assert.equal((await send(await world.logIn(), { headers: { 'Message-ID': '<well@acme.example>' } })).code, 250)
}

describe('what no mail program sends', () => {
  test('10,000 recipients: as many as the setting allows are taken, the others are refused for now', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      const lines = Array.from({ length: 10_000 }, (_, index) => `RCPT TO:<${numbered(index)}>`)
      const codes = await sayAll(client, [`MAIL FROM:<${EMAIL}>`, ...lines])
      assert.deepEqual(
        [codes.filter((code) => code === 250).length, codes.filter((code) => code === 452).length],
        [1_001, 9_000],
      )
      await client.say('DATA')
      client.write(octetsOf({}))
      client.write('\r\n.\r\n')
      assert.equal((await client.reply()).code, 250)
      assert.equal(world.engine.messages.length, 1_000)
      assert.equal(world.engine.submissions.length, 1)
    }))

  test('10,000 recipients: all of them where the setting allows it', () =>
    withServer(
      async (world) => {
        const to = Array.from({ length: 10_000 }, (_, index) => numbered(index))
        const client = await world.logIn()
        await sayAll(client, [`MAIL FROM:<${EMAIL}>`, ...to.map((address) => `RCPT TO:<${address}>`), 'DATA'])
        client.write(octetsOf({}))
        client.write('\r\n.\r\n')
        assert.match((await client.reply()).lines.join(), /10000 recipients/)
        assert.equal(world.engine.messages.length, 10_000)
      },
      { config: { maxRecipients: 10_000 } },
    ))

  const nested = (depth: number) => {
    const open = Array.from(
      { length: depth },
      (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    )
    return `${open.join('')}\r\ndeep`
  }
  const NASTY: readonly (readonly [string, Readonly<Record<string, string>>, string | Uint8Array, number])[] = [
    [
      'parts in parts, 100,000 deep',
      { 'Content-Type': 'multipart/mixed; boundary=a' },
      `--a\r\n${nested(20_000)}`,
      554,
    ],
    ['10,000 parts', { 'Content-Type': 'multipart/mixed; boundary=a' }, '--a\r\n\r\nx\r\n'.repeat(10_000), 554],
    ['mails in mails', { 'Content-Type': 'message/rfc822' }, 'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000), 554],
    ['a boundary that never comes', { 'Content-Type': 'multipart/mixed; boundary=a' }, 'x'.repeat(100_000), 554],
    ['HTML 100,000 elements deep', { 'Content-Type': 'text/html' }, '<div>'.repeat(100_000), 554],
    ['an attribute without an end', { 'Content-Type': 'text/html' }, `<a href="${'x'.repeat(200_000)}`, 554],
    ['invalid base64', { 'Content-Transfer-Encoding': 'base64' }, '!!!!', 554],
    ['an unknown charset', { 'Content-Type': 'text/plain; charset=klingon' }, 'Come home.', 250],
    ['UTF-7', { 'Content-Type': 'text/plain; charset=utf-7' }, '+ADw-', 250],
    [
      'octets that are no UTF-8',
      { 'Content-Type': 'text/plain; charset=utf-8' },
      Buffer.from([0x41, 0xff, 0xfe, 0x42]),
      250,
    ],
    ['NULs', {}, 'A\0B', 250],
    [
      '8 bits in every header',
      { Subject: '\xff\xfe\x80', 'X-Strange\xe9': '\xe9', 'Reply-To': '\xe9@\xe9' },
      'Come home.',
      250,
    ],
    ['a header of 300 KiB', { 'X-Long': 'x'.repeat(300_000) }, 'Come home.', 554],
    [
      '5,000 headers',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`X-${index}`, 'x'])),
      'Come home.',
      554,
    ],
    ['no header at all', { From: '', To: '', Subject: '', 'Message-ID': '' }, 'Come home.', 250],
    ['a Message-ID of 10,000 characters', { 'Message-ID': `<${'x'.repeat(10_000)}@a>` }, 'Come home.', 250],
    ['headers of a prototype', { __proto__x: 'x', constructor: 'x', 'List-__proto__': 'x' }, 'Come home.', 250],
  ]
  for (const [name, headers, body, code] of NASTY)
    test(`${name}: ${code}`, () =>
      withServer(async (world) => {
        const begun = performance.now()
        const reply = await send(await world.logIn(), { headers, body })
        assert.equal(reply.code, code, reply.lines.join())
        assert.ok(performance.now() - begun < 10_000)
        assert.equal(world.engine.messages.length, code === 250 ? 1 : 0)
        assert.deepEqual(world.log.at('warn', 'error'), [])
        await stillServes(world)
      }))

  test('a mail that is too large, declared or actual, is 552 and is not kept', () =>
    withServer(
      async (world) => {
        const client = await world.logIn()
        assert.equal((await client.say(`MAIL FROM:<${EMAIL}> SIZE=10000000`)).code, 552)
        assert.equal((await send(client, { body: `${'x'.repeat(70)}\r\n`.repeat(2_000) })).code, 552)
        assert.deepEqual(world.engine.messages, [])
        assert.equal((await send(client)).code, 250)
      },
      { config: { maxBytes: 100_000 } },
    ))

  test('nonsense instead of commands', () =>
    withServer(async (world) => {
      for (const line of [
        '\0\0\0',
        'x'.repeat(100_000),
        'GET / HTTP/1.1',
        '\x16\x03\x01\x02\x00\x01',
        'RCPT TO:<a@b>',
        'DATA',
      ]) {
        const client = await world.connect()
        assert.ok((await client.say(line)).code >= 400)
      }
      await stillServes(world)
    }))

  test('commands before the greeting end the connection', () =>
    withServer(async (world) => {
      const client = connectSmtp(world.port, { ehlo: false })
      const early = await client
      assert.equal(early.greeting.code, 220)
      await early.end()
      await stillServes(world)
    }))

  test('addresses that try to smuggle in something else', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      await client.say(`MAIL FROM:<${EMAIL}>`)
      for (const address of [
        `${NUMBER}@sms.example,${NUMBER}@sms.example`,
        `${NUMBER}\0@sms.example`,
        `"${NUMBER}"@sms.example`,
        '@sms.example',
        'postmaster',
      ])
        assert.ok((await client.say(`RCPT TO:<${address}>`)).code >= 500, address)
    }))
})

describe('clients that take their time', () => {
  test('an idle one is answered 421 and closed', () =>
    withServer(
      async (world) => {
        const client = await world.connect()
        assert.equal((await client.reply()).code, 421)
        await client.closed
      },
      { config: { idleTimeoutMs: 200 } },
    ))

  test('one that is slow without being idle is closed as well, and nothing is sent', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      await begin(client)
      client.write('Subject: x\r\n\r\nhalf a m')
      world.clock.advance(299_999)
      client.write('ai')
      world.clock.advance(1)
      assert.equal((await client.reply()).code, 421)
      await client.end()
      assert.deepEqual(world.engine.messages, [])
    }))

  test('a complete mail starts the time limit again', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      for (let count = 1; count < 4; count += 1) {
        world.clock.advance(200_000)
        assert.equal((await send(client, { headers: { 'Message-ID': `<${count}@acme.example>` } })).code, 250)
      }
    }))

  test('one that hangs up in the middle of a mail leaves nothing behind', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      await begin(client)
      client.write('Subject: x\r\n\r\nhalf')
      await client.end()
      await stillServes(world)
      assert.deepEqual(texts(world), ['Come home.'])
    }))

  test('one that hangs up before the answer has its mail sent, and can send it again', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      await begin(client)
      client.write(octetsOf({}))
      client.write('\r\n.\r\n')
      await client.end()
      await until(() => world.engine.messages.length === 1, 'it is sent')
      assert.equal((await send(await world.logIn())).code, 250)
      assert.equal(world.engine.messages.length, 1)
    }))
})

describe('too many at once', () => {
  test('from one address, not logged in: the oldest makes room', () =>
    withServer(
      async (world) => {
        const [first] = [await world.connect(), await world.connect()]
        assert.equal((await world.connect()).greeting.code, 220)
        await first?.closed
        await until(() => world.metrics.value('email_strangers') === 2, 'there are two')
        assert.equal(world.metrics.value('email_displaced'), 1)
      },
      { config: { connectionsPerAddress: 2 } },
    ))

  test('from one address, logged in: one more is 421, until one leaves', () =>
    withServer(
      async (world) => {
        const [first] = [await world.logIn(), await world.logIn()]
        const third = await world.connect()
        assert.equal((await third.say(`AUTH PLAIN ${plain(EMAIL, CONFORMANCE_API_KEY)}`)).code, 421)
        await first?.end()
        await until(() => world.metrics.value('email_connections') === 1, 'one has left')
        await world.logIn()
      },
      { config: { connectionsPerAddress: 2 } },
    ))

  test('in all, logged in', () =>
    withServer(
      async (world) => {
        const first = await world.logIn()
        const second = await world.connect()
        assert.equal((await second.say(`AUTH PLAIN ${plain(EMAIL, CONFORMANCE_API_KEY)}`)).code, 421)
        assert.equal((await send(first)).code, 250)
      },
      { config: { maxConnections: 1 } },
    ))

  const kinds = [
    ['in clear', {}],
    ['in their TLS handshake', { tls: { ...TEST_CERTIFICATE, port: 0 } }],
  ] as const
  for (const [kind, config] of kinds)
    test(`1,000 strangers of one address, ${kind}, hold 20 places; others log in all the while, and stay`, () =>
      withServer(
        async (world) => {
          const early = await world.logIn()
          const address = world.adapter.address?.()
          const open = new Set<Socket>()
          for (let count = 0; count < 1_000; count += 1) {
            const port = (kind === 'in clear' ? address?.port : address?.tlsPort) as number
            const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
            socket.on('error', () => {}).once('close', () => open.delete(socket))
            socket.resume()
            open.add(socket)
            await Promise.race([once(socket, 'connect'), once(socket, 'close')])
            // The beginning of a handshake that never goes on.
            if (kind !== 'in clear') socket.write(Buffer.from('16030102', 'hex'))
          }
          await until(() => open.size <= 20, 'the flood holds its places and no more')
          assert.ok((world.metrics.value('email_displaced') ?? 0) >= 980)
          assert.equal((await send(await world.logIn())).code, 250)
          assert.equal((await send(early, { headers: { 'Message-ID': '<early@acme.example>' } })).code, 250)
          for (const socket of open) socket.destroy()
        },
        { config },
      ))

  test('a stranger has 30 seconds to log in, whatever it says meanwhile; a client that has logged in has no such limit', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      const stranger = await world.connect()
      for (let second = 0; second < 29; second += 1) {
        assert.equal((await stranger.say('NOOP')).code, 250)
        world.clock.advance(1_000)
      }
      world.clock.advance(1_000)
      assert.equal((await stranger.reply()).code, 421)
      assert.equal((await send(client)).code, 250)
    }))

  test('the tenth mail without a login ends the connection', () =>
    withServer(async (world) => {
      const stranger = await world.connect()
      for (let count = 1; count < 10; count += 1) assert.equal((await stranger.say(`MAIL FROM:<${EMAIL}>`)).code, 530)
      assert.equal((await stranger.say(`MAIL FROM:<${EMAIL}>`)).code, 421)
      await stranger.closed
    }))
})

test('a stop answers the mails that are complete, and closes the other connections with 421', () =>
  withServer(async (world) => {
    const [busy, half, idle] = [await world.logIn(), await world.logIn(), await world.connect()]
    await begin(half)
    half.write('Subject: x\r\n\r\nhalf')
    await begin(busy)
    const commit = world.asked.hold()
    busy.write(octetsOf({}))
    busy.write('\r\n.\r\n')
    await until(() => commit.waiting === 1, 'the mail is being sent')
    const stopped = world.stop()
    commit.release()
    assert.equal((await busy.reply()).code, 250)
    for (const client of [half, idle]) {
      assert.equal((await client.reply()).code, 421)
      await client.closed
    }
    await busy.closed
    await stopped
    assert.deepEqual(texts(world), ['Come home.'])
    assert.equal(world.adapter.health?.().status, 'down')
    await assert.rejects(connectSmtp(world.port), /ECONNREFUSED/)
  }))
