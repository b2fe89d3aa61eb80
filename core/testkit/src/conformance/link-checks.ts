import assert from 'node:assert/strict'
import type { PartOutcome } from '@heliograph/contracts'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertDiscreet, type Indiscretions } from './discretion.ts'

const RECEIPT_MODES = ['all', 'first', 'last', 'none']

/** Enough to fill the window of any link without a slow test. */
const MANY = 500

/** The contract's rules for the links of carriers. */
export function linkChecks(module: AnyPluginModule, world: CarrierWorld & Indiscretions): readonly Check[] {
  const withKit = (work: (kit: CarrierKit) => Promise<void>) => async () => {
    await withCarrierKit(module, world, work)
  }
  return [
    { name: 'links have names of their own and sensible figures', run: withKit(checkFigures) },
    { name: 'a message of one part is answered', run: withKit((kit) => checkAnswered(kit, 1)) },
    { name: 'a message of several parts is answered', run: withKit((kit) => checkAnswered(kit, 3)) },
    { name: 'parts that are left of a message are answered, by themselves or with all', run: withKit(checkOnlySome) },
    { name: 'a full window is answered, every accepted part under its own id', run: withKit(checkWindow) },
    { name: 'what is outstanding at stop is answered, and nothing is up after it', run: withKit(checkStop) },
    { name: 'a submit after stop is answered: nothing left', run: withKit(checkAfterStop) },
    {
      name: 'texts and recipients stay out of the daily log',
      run: withKit(async (kit) => {
        await kit.open()
        const messages = kit.carrier.links.map(() => kit.message())
        const answers = await Promise.all(
          kit.carrier.links.map((link, index) => kit.submit(link, messages[index] as never)),
        )
        assertAccepted(answers.flat())
        await kit.settled(kit.stop())
        assertDiscreet(module, kit, messages, '', world)
      }),
    },
  ]
}

async function checkFigures({ carrier: { links } }: CarrierKit): Promise<void> {
  assert.ok(links.length > 0, 'a carrier has at least one link')
  const names = links.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, index) => name === '' || names.indexOf(name) !== index),
    [],
    'empty or double link names',
  )
  for (const { name, partsPerSecond, receipts, window } of links) {
    assert.ok(Number.isInteger(window) && window >= 1, `link ${name} has a window of ${window}`)
    assert.ok(partsPerSecond >= 0 && Number.isFinite(partsPerSecond), `link ${name} has a rate of ${partsPerSecond}`)
    assert.ok(RECEIPT_MODES.includes(receipts), `link ${name} has receipts ${receipts}`)
  }
}

async function checkAnswered(kit: CarrierKit, parts: number): Promise<void> {
  await kit.open()
  for (const link of kit.carrier.links) {
    if (parts > link.window) continue
    const outcomes = await kit.submit(link, kit.message({ parts, text: 'x'.repeat(parts === 1 ? 10 : parts * 153) }))
    const refused = outcomes.filter(({ kind }) => kind !== 'accepted')
    assert.deepEqual(refused, [], `link ${link.name} does not take a message for the good recipient`)
  }
}

async function checkOnlySome(kit: CarrierKit): Promise<void> {
  await kit.open()
  for (const link of kit.carrier.links) {
    if (link.window < 3) continue
    const message = kit.message({ parts: 3, text: 'x'.repeat(3 * 153), attempt: 2, only: [2, 3] })
    const refused = (await kit.submit(link, message)).filter(({ kind }) => kind !== 'accepted')
    assert.deepEqual(refused, [], `link ${link.name} does not take the rest of a message`)
  }
}

async function checkWindow(kit: CarrierKit): Promise<void> {
  await kit.open()
  const ids: string[] = []
  for (const link of kit.carrier.links) {
    const messages = Array.from({ length: Math.min(link.window, MANY) }, () => kit.message())
    const answers = await Promise.all(messages.map((message) => kit.submit(link, message)))
    assertAccepted(answers.flat())
    ids.push(...answers.flat().flatMap(networkIdOf))
  }
  assert.equal(new Set(ids).size, ids.length, 'two parts have the same network id')
}

async function checkStop(kit: CarrierKit): Promise<void> {
  await kit.open()
  for (const link of kit.carrier.links) assertAccepted(await kit.submit(link, kit.message()))
  const before = new Map(kit.changes)
  const answers = kit.carrier.links.map((link) => kit.submit(link, kit.message()))
  await kit.settled(kit.stop())
  await Promise.all(answers)
  for (const link of kit.carrier.links) {
    assert.equal(link.isUp(), false, `link ${link.name} is up after stop`)
    assert.notEqual(kit.changes.get(link), before.get(link), `link ${link.name} went down without a change notice`)
  }
  assert.equal(kit.clock.pending, 0, 'timers are left after stop')
}

async function checkAfterStop(kit: CarrierKit): Promise<void> {
  await kit.open()
  await kit.settled(kit.stop())
  for (const link of kit.carrier.links) {
    for (const { kind } of await kit.submit(link, kit.message())) {
      assert.equal(kind, 'not-sent', `link ${link.name} answers ${kind} after stop`)
    }
  }
}

/** Fails when a part was not accepted, so that no check passes with a part that was never sent. */
export function assertAccepted(outcomes: readonly PartOutcome[]): void {
  assert.ok(outcomes.length > 0, 'nothing was submitted')
  const others = outcomes.filter(({ kind }) => kind !== 'accepted')
  assert.deepEqual(others, [], 'the good recipient is not accepted')
}

/** The network's id of an accepted part. */
export function networkIdOf(outcome: PartOutcome): readonly string[] {
  return outcome.kind === 'accepted' && outcome.networkId !== null ? [outcome.networkId] : []
}
