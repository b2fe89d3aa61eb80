import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartOutcome } from '@heliograph/contracts'
import { STATUS } from '@heliograph/smpp'
import { checkConfig } from '../src/check-config.ts'
import { linkConfig, outgoing } from './fixtures.ts'
import { acceptedIds, createCarrier, type Harness, linkTo, until, withSmsc } from './harness.ts'

const SHARED = { binds: 4, nodes: 2, window: 5, rate: 100 }

const figures = ({ link }: Pick<Harness, 'link'>) => {
  const binds = link.status?.().binds ?? []
  return { bound: binds.filter(({ state }) => state === 'bound').length, of: binds.length, rate: link.partsPerSecond }
}

const connections = (smsc: Harness['smsc']) => smsc.binds.filter(({ isOpen }) => isOpen).length

const bound = ({ link }: Harness, count: number) =>
  until(`${count} connections`, () => figures({ link }).bound === count && link.window === count * SHARED.window)

test('a link that nodes share uses what belongs to the shares that are open', () =>
  withSmsc({ link: SHARED, start: false }, async (harness) => {
    const { link, smsc, changes } = harness
    assert.equal(link.shares, 2)
    assert.deepEqual([link.isUp(), link.window, link.partsPerSecond], [false, 10, 50])
    link.open?.(1)
    await bound(harness, 2)
    assert.deepEqual(figures(harness), { bound: 2, of: 2, rate: 50 })
    link.open?.(2)
    await bound(harness, 4)
    assert.deepEqual(figures(harness), { bound: 4, of: 4, rate: 100 })
    link.open?.(1)
    assert.equal(figures(harness).rate, 100, 'open takes nothing away')
    const before = changes()
    await link.close?.(AbortSignal.timeout(5_000), 1)
    assert.ok(changes() > before)
    assert.deepEqual([link.isUp(), link.window, figures(harness)], [true, 10, { bound: 2, of: 2, rate: 50 }])
    await until('two connections to be gone', () => connections(smsc) === 2)
    acceptedIds(await harness.submit())
    await link.close?.(AbortSignal.timeout(5_000))
    assert.equal(link.isUp(), false)
    await until('all to be gone', () => connections(smsc) === 0)
  }))

test('what is outstanding on a share that is given up is answered, and nothing new goes over it', () =>
  withSmsc({ link: { ...SHARED, binds: 2 }, start: false }, async (harness) => {
    const { link, smsc } = harness
    link.open?.(2)
    await bound(harness, 2)
    smsc.script({ held: true }, { held: true })
    const held: Promise<readonly PartOutcome[]>[] = [link.submit(outgoing()), link.submit(outgoing())]
    await until('both to be there', () => smsc.received.length === 2)
    const closed = link.close?.(AbortSignal.timeout(60_000), 1)
    assert.deepEqual([link.isUp(), link.window], [true, SHARED.window])
    acceptedIds(await harness.submit())
    smsc.answerHeld()
    await closed
    for (const outcomes of await Promise.all(held)) acceptedIds(outcomes)
    assert.equal(figures(harness).bound, 1)
  }))

test('a share that is opened while it is closing has its connections again', () =>
  withSmsc({ link: SHARED, start: false }, async (harness) => {
    const { link } = harness
    link.open?.(2)
    await bound(harness, 4)
    const closed = link.close?.(AbortSignal.timeout(5_000), 1)
    link.open?.(2)
    await closed
    await bound(harness, 4)
    assert.equal(figures(harness).rate, 100)
  }))

test('a changed rate is divided as well', () =>
  withSmsc({ link: SHARED, start: false }, async (harness) => {
    harness.link.open?.(1)
    await bound(harness, 2)
    const main = linkConfig(linkTo(harness.smsc, { ...SHARED, rate: 30 }))
    await harness.plugin.reconfigure?.({ links: { main } })
    assert.equal(harness.link.partsPerSecond, 15)
  }))

test('the rest of a long message joins what another node sent of it', () =>
  withSmsc({ link: { ...SHARED, binds: 2 }, start: false }, async ({ link, smsc }) => {
    const other = createCarrier({ main: linkTo(smsc, { ...SHARED, binds: 2 }) })
    link.open?.(1)
    other.link.open?.(1)
    await until('both to be up', () => link.isUp() && other.link.isUp())
    const text = 'x'.repeat(300)
    const message = outgoing({ smsId: 77, text, parts: 2 })
    smsc.script({}, { status: STATUS.RMSGQFUL })
    const kinds = (await link.submit(message)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['accepted', 'try-later'])
    acceptedIds(await other.link.submit({ ...message, attempt: 2, only: [2] }))
    await smsc.until('the text to be whole', () => smsc.texts.some((each) => each.text === text))
    assert.equal(smsc.received.length, 3)
    await other.stop(AbortSignal.timeout(1_000))
  }))

const DIVISIONS: readonly (readonly [binds: number, nodes: number, problem: RegExp | undefined])[] = [
  [1, 1, undefined],
  [4, 2, undefined],
  [1, 2, /^links\.main\.binds is 1, which 2 nodes cannot share equally: set binds to 2, or nodes to 1$/],
  [5, 2, /binds is 5, .* set binds to 6/],
]
for (const [binds, nodes, problem] of DIVISIONS)
  test(`${binds} binds for ${nodes} nodes are ${problem === undefined ? 'good' : 'refused'}`, () => {
    const check = () => checkConfig({ links: { main: linkConfig(linkTo({ port: 1 }, { binds, nodes })) } })
    if (problem === undefined) check()
    else assert.throws(check, { message: problem })
  })
