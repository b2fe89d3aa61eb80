import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { test } from 'node:test'
import type { LinkStatus } from '@heliograph/contracts'
import { STATUS } from '@heliograph/smpp'
import {
  type FakeSmsc,
  type FakeSmscOptions,
  findFreePort,
  OTHER_TEST_CERTIFICATE,
  startFakeSmsc,
  TEST_CERTIFICATE,
} from '@heliograph/testkit'
import { acceptedIds, advanceUntil, type CarrierHarness, createCarrier, linkTo, until, withSmsc } from './harness.ts'

const statusOf = ({ link }: CarrierHarness): LinkStatus => link.status?.() ?? assert.fail('no status')

/** Runs a test with a carrier of one link, which is stopped even when the test fails. */
async function withCarrier(
  link: Readonly<Record<string, unknown>>,
  work: (carrier: CarrierHarness) => Promise<void>,
): Promise<void> {
  const carrier = createCarrier({ main: linkTo({ port: 1 }, link) })
  try {
    await work(carrier)
  } finally {
    await carrier.stop(AbortSignal.timeout(1000))
  }
  assert.equal(carrier.clock.pending, 0, 'timers are left after stop')
}

/** A server that accepts connections and sends nothing. */
async function startSilent(): Promise<{
  readonly port: number
  readonly stop: () => void
  readonly taken: () => number
}> {
  const sockets = new Set<{ destroy(): void }>()
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    taken: () => sockets.size,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function withFakes(
  options: readonly FakeSmscOptions[],
  work: (smscs: readonly FakeSmsc[]) => Promise<void>,
): Promise<void> {
  const smscs = await Promise.all(options.map(startFakeSmsc))
  try {
    await work(smscs)
  } finally {
    await Promise.all(smscs.map((smsc) => smsc.stop()))
  }
}

test('binds with what is configured, and says how it is', () =>
  withSmsc({ link: { systemType: 'VMA', addressRange: '^27', window: 7 } }, async (harness) => {
    const [bind] = harness.smsc.binds
    assert.deepEqual(
      [bind?.kind, bind?.systemId, bind?.password, bind?.systemType, bind?.addressRange, bind?.interfaceVersion],
      ['transceiver', 'gateway', 'Kd83mQ', 'VMA', '^27', 0x34],
    )
    const { state, detail, binds } = statusOf(harness)
    assert.deepEqual({ state, detail }, { state: 'up', detail: null })
    const { since, ...status } = binds[0] ?? assert.fail('no bind')
    const peer = `127.0.0.1:${harness.smsc.port}`
    assert.deepEqual(status, { kind: 'transceiver', peer, state: 'bound', outstanding: 0 })
    assert.equal(since.getTime(), harness.clock.now())
    assert.equal(harness.link.window, 7)
    assert.deepEqual(harness.plugin.health?.(), { status: 'ok' })
    assert.equal(harness.metrics.value('smpp_link_binds', { link: 'main', result: 'bound' }), 1)
  }))

test('a transmitter and a receiver beside it: one sends, the other takes', () =>
  withSmsc({ link: { bind: 'transmitter-receiver', binds: 2, window: 4 } }, async ({ smsc, link, submit, gateway }) => {
    const kinds = smsc.binds.map(({ kind }) => kind).sort()
    assert.deepEqual(kinds, ['receiver', 'receiver', 'transmitter', 'transmitter'])
    assert.equal(link.window, 8)
    const [id] = acceptedIds(await submit())
    await until('the receipt', () => gateway.receipts.length === 1)
    assert.equal(gateway.receipts[0]?.networkId, id)
    for (const bind of smsc.binds) if (bind.kind === 'receiver') bind.drop()
    await until('the loss', () => link.status?.().binds.filter(({ state }) => state === 'bound').length === 2)
    // The remaining connections can send, and the SMSC keeps receipts.
    acceptedIds(await submit())
    assert.equal(link.isUp(), true)
  }))

test('an SMSC that is away does not keep the gateway from starting; the link comes up when it is there', async () => {
  const port = await findFreePort()
  await withCarrier({ hosts: [`127.0.0.1:${port}`] }, async (carrier) => {
    await carrier.start()
    await until('an attempt', () => statusOf(carrier).detail !== null)
    assert.equal(statusOf(carrier).state, 'connecting')
    assert.match(statusOf(carrier).detail ?? '', /ECONNREFUSED/)
    assert.equal(carrier.plugin.health?.().status, 'down')
    assert.equal(carrier.link.window >= 1, true)
    const smsc = await startFakeSmsc({ port })
    try {
      await advanceUntil(carrier.clock, 'the link to be up', () => carrier.link.isUp())
      acceptedIds(await carrier.submit())
      // One line for the problem, however many attempts there were.
      assert.equal(carrier.log.at('warn').length, 1)
    } finally {
      await carrier.stop()
      await smsc.stop()
    }
  })
})

test('bind refused: loud, slow to try again, and up when somebody has acted', () =>
  withSmsc({ smsc: { password: 'right' }, start: false }, async (harness) => {
    const { smsc, clock, log, start, metrics } = harness
    await start()
    await until('the refusal', () => statusOf(harness).state === 'refused')
    assert.match(statusOf(harness).detail ?? '', /ESME_RINVPASWD/)
    assert.equal(statusOf(harness).binds[0]?.state, 'refused')
    assert.equal(harness.plugin.health?.().status, 'down')
    assert.equal(log.at('error').length, 1)
    assert.ok(!log.dump().includes('Kd83mQ'))
    await until('the wait', () => clock.pending === 1)
    assert.equal(statusOf(harness).retryInMs, 300_000)
    clock.advance(299_000)
    assert.equal(smsc.counts.connections, 1)
    assert.equal(statusOf(harness).retryInMs, 1_000)
    clock.advance(1_000)
    await smsc.until('the second attempt', () => smsc.counts.bindsRefused === 2)
    assert.equal(statusOf(harness).state, 'refused')
    assert.equal(log.at('error').length, 1)
    assert.equal(metrics.value('smpp_link_binds', { link: 'main', result: 'refused' }) >= 1, true)
    smsc.settings.password = null
    await until('the wait', () => clock.pending === 1)
    clock.advance(300_000)
    await until('the link to be up', () => harness.link.isUp())
    assert.equal(statusOf(harness).detail, null)
    assert.equal(statusOf(harness).retryInMs, 0)
  }))

for (const status of [STATUS.RBINDFAIL, STATUS.RALYBND, STATUS.RSYSERR]) {
  test(`bind refused with 0x${status.toString(16)}: told as well, and tried again soon, for it may pass`, () =>
    withSmsc({ smsc: { refuseBinds: status }, start: false }, async (harness) => {
      await harness.start()
      await until('the refusal', () => statusOf(harness).state === 'refused')
      await until('the wait', () => harness.clock.pending === 1)
      harness.smsc.settings.refuseBinds = STATUS.ROK
      harness.clock.advance(1_200)
      await until('the link to be up', () => harness.link.isUp())
    }))
}

test('enquire_link is answered by the SMSC, and lost twice it ends the connection', () =>
  withSmsc({ link: { enquireLinkMs: 30_000 } }, async (harness) => {
    const { smsc, clock, link } = harness
    const [bind] = smsc.binds
    clock.advance(30_000)
    await smsc.until('the first enquire_link', () => bind?.enquireLinks === 1)
    assert.equal(link.isUp(), true)
    smsc.settings.ignoreEnquireLinks = true
    await advanceUntil(clock, 'the link to be down', () => !link.isUp(), 5_000)
    // The last one may be lost together with the connection.
    assert.ok(bind && bind.enquireLinks >= 2 && bind.enquireLinks <= 3)
    smsc.settings.ignoreEnquireLinks = false
    await advanceUntil(clock, 'the link to be up again', () => link.isUp())
    assert.equal(harness.metrics.value('smpp_link_binds', { link: 'main', result: 'lost' }), 1)
  }))

test('TLS with a wrong certificate: nothing is sent, and it is told', () =>
  withFakes([{ tls: TEST_CERTIFICATE }], async ([smsc]) => {
    assert.ok(smsc)
    for (const [tls, expected] of [
      [{}, /self[- ]signed|unable to verify/i],
      [{ ca: OTHER_TEST_CERTIFICATE.cert }, /self[- ]signed|unable to verify/i],
      [{ ca: TEST_CERTIFICATE.cert, serverName: 'other.example' }, /does not match|altnames/i],
    ] as const) {
      await withCarrier(linkTo(smsc, { tls }), async (carrier) => {
        await carrier.start()
        await until('the refusal', () => statusOf(carrier).state === 'refused')
        assert.match(statusOf(carrier).detail ?? '', expected)
        assert.equal(carrier.log.at('error').length, 1)
      })
    }
    assert.equal(smsc.counts.binds + smsc.counts.bindsRefused, 0)
  }))

test('TLS with the right certificate, by name and by address, and without looking at it', async () => {
  for (const tls of [
    { ca: TEST_CERTIFICATE.cert },
    { ca: TEST_CERTIFICATE.cert, serverName: 'smsc.example' },
    { verify: false },
  ]) {
    await withSmsc({ smsc: { tls: TEST_CERTIFICATE }, link: { tls } }, async ({ submit }) => {
      acceptedIds(await submit())
    })
  }
})

test('an SMSC that does not speak TLS', () =>
  withFakes([{}], async ([smsc]) => {
    await withCarrier(linkTo(smsc as FakeSmsc, { tls: {} }), async (carrier) => {
      await carrier.start()
      await until('the failure', () => statusOf(carrier).detail !== null)
      assert.equal(carrier.link.isUp(), false)
    })
  }))

test('backup hosts are tried in turn, and the first comes first again', () =>
  withFakes([{}, {}], async ([first, second]) => {
    assert.ok(first && second)
    const { port } = first
    const hosts = [`127.0.0.1:${port}`, `127.0.0.1:${second.port}`]
    await withCarrier({ hosts }, async (carrier) => {
      await carrier.start()
      await until('the first', () => carrier.link.isUp())
      assert.equal(statusOf(carrier).binds[0]?.peer, hosts[0])
      await first.stop()
      await advanceUntil(carrier.clock, 'the second', () => carrier.link.isUp() && second.counts.binds === 1)
      assert.equal(statusOf(carrier).binds[0]?.peer, hosts[1])
      const again = await startFakeSmsc({ port })
      try {
        second.dropConnections()
        await until('the loss', () => !carrier.link.isUp())
        await advanceUntil(carrier.clock, 'the first again', () => carrier.link.isUp())
        assert.equal(statusOf(carrier).binds[0]?.peer, hosts[0])
      } finally {
        await carrier.stop()
        await again.stop()
      }
    })
  }))

test('a host that hangs up on everybody it lets in does not keep from the others', () =>
  withFakes([{}, {}], async ([first, second]) => {
    assert.ok(first && second)
    await withCarrier({ hosts: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`] }, async (carrier) => {
      await carrier.start()
      await until('the first', () => carrier.link.isUp())
      // No time passes in between.
      first.dropConnections()
      await until('the second', () => carrier.link.isUp() && second.counts.binds === 1)
    })
  }))

test('a host that refuses every bind does not keep the link from the others', () =>
  withFakes([{ refuseBinds: STATUS.RINVPASWD }, {}], async ([first, second]) => {
    await withCarrier({ hosts: [`127.0.0.1:${first?.port}`, `127.0.0.1:${second?.port}`] }, async (carrier) => {
      await carrier.start()
      await until('the second', () => carrier.link.isUp())
    })
  }))

test('one host lets nobody in and the other is away: the refusal is what is shown, and each is told once', () =>
  withFakes([{ refuseBinds: STATUS.RINVPASWD }], async ([first]) => {
    const away = await findFreePort()
    await withCarrier({ hosts: [`127.0.0.1:${first?.port}`, `127.0.0.1:${away}`] }, async (carrier) => {
      await carrier.start()
      await advanceUntil(carrier.clock, 'some rounds', () => (first?.counts.bindsRefused ?? 0) > 3)
      assert.equal(statusOf(carrier).state, 'refused')
      assert.match(statusOf(carrier).detail ?? '', /ESME_RINVPASWD/)
      assert.deepEqual([carrier.log.at('error').length, carrier.log.at('warn').length], [1, 1])
      await first?.stop()
      await advanceUntil(carrier.clock, 'nobody to refuse', () => statusOf(carrier).state === 'connecting')
    })
  }))

test('an SMSC that takes connections and does not answer the bind is given up', async () => {
  const silent = await startSilent()
  try {
    await withCarrier({ hosts: [`127.0.0.1:${silent.port}`], connectTimeoutMs: 10_000 }, async (carrier) => {
      await carrier.start()
      await until('the connection', () => silent.taken() === 1)
      await advanceUntil(carrier.clock, 'a second attempt', () => silent.taken() === 2, 1_000)
      assert.match(statusOf(carrier).detail ?? '', /did not answer to bind/)
    })
  } finally {
    silent.stop()
  }
})

test('the SMSC unbinds: nothing new goes out, and the link binds again', () =>
  withSmsc({}, async ({ smsc, link, clock, submit }) => {
    smsc.unbind()
    await until('the link to be down', () => !link.isUp())
    assert.deepEqual(await submit(), [{ kind: 'not-sent' }])
    await advanceUntil(clock, 'the link to be up', () => link.isUp())
    acceptedIds(await submit())
  }))

test('reconnects wait longer each time, a connection that held starts from the beginning', () =>
  withSmsc({ link: { enquireLinkMs: 0 } }, async ({ smsc, link, clock }) => {
    const waits: number[] = []
    for (const heldMs of [0, 0, 0, 30_000]) {
      clock.advance(heldMs)
      smsc.dropConnections()
      await until('the loss', () => !link.isUp() && clock.pending === 1)
      const begun = clock.now()
      // The only timer is that of the wait, and it fires when the wait is over.
      while (clock.pending === 1) clock.advance(10)
      waits.push(clock.now() - begun)
      await until('the link to be up', () => link.isUp())
    }
    for (const [index, least] of [1000, 1600, 3200, 1000].entries()) {
      const wait = waits[index] ?? 0
      assert.ok(wait >= least && wait <= least * 1.5 + 10, String(waits))
    }
  }))

test('stop waits for answers, unbinds and leaves nothing', () =>
  withSmsc({ smsc: { behaviour: { otherwise: { delayMs: 300 } } } }, async (harness) => {
    const { smsc, submit, link, stop, changes } = harness
    const submits = Array.from({ length: 15 }, () => submit())
    await smsc.until('a full window', () => smsc.received.length === 10)
    const before = changes()
    const stopped = stop()
    assert.equal(link.isUp(), false)
    assert.equal(changes(), before + 1)
    assert.deepEqual(await submit(), [{ kind: 'not-sent' }])
    const kinds = (await Promise.all(submits)).flat().map(({ kind }) => kind)
    assert.deepEqual(kinds, [...Array(10).fill('accepted'), ...Array(5).fill('not-sent')])
    await stopped
    assert.equal(smsc.counts.connections, 1)
    assert.equal(statusOf(harness).state, 'standby')
    assert.equal(statusOf(harness).binds[0]?.state, 'closed')
    await stop()
  }))

test('a link that this node does not use is no fault, and binds when it may', () =>
  withSmsc({ start: false, others: { spare: {} } }, async (harness) => {
    const { smsc, link, links, plugin } = harness
    await plugin.start?.(AbortSignal.timeout(1000))
    assert.deepEqual(plugin.health?.(), { status: 'ok' })
    assert.deepEqual([statusOf(harness).state, statusOf(harness).detail], ['standby', 'not used by this node'])
    link.open?.()
    await until('the link to be up', () => link.isUp())
    assert.deepEqual(plugin.health?.(), { status: 'ok' })
    assert.equal(smsc.counts.binds, 1)
    await link.close?.(AbortSignal.timeout(1000))
    links[1]?.open?.()
    link.open?.()
    await until('both to be up', () => links.every((each) => each.isUp()))
    assert.equal(smsc.counts.binds, 3)
  }))

test('stop does not wait longer than it may', () =>
  withSmsc({ smsc: { behaviour: { otherwise: { noResponse: true } } } }, async ({ smsc, submit, stop }) => {
    const submitted = submit()
    await smsc.until('the submit', () => smsc.received.length === 1)
    await stop(AbortSignal.timeout(20))
    assert.deepEqual(await submitted, [{ kind: 'unknown' }])
  }))

test('stop while connecting, while waiting and while binding', async () => {
  const silent = await startSilent()
  try {
    for (const hosts of [['192.0.2.1:2775'], [`127.0.0.1:${await findFreePort()}`], [`127.0.0.1:${silent.port}`]]) {
      await withCarrier({ hosts }, async (carrier) => {
        await carrier.start()
        if (hosts[0]?.endsWith(String(silent.port))) await until('the connection', () => silent.taken() === 1)
        await carrier.stop()
        assert.equal(statusOf(carrier).state, 'standby')
      })
    }
  } finally {
    silent.stop()
  }
})
