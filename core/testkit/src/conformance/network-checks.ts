import assert from 'node:assert/strict'
import type { CarrierLink, PartOutcome } from '@heliograph/contracts'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { CarrierNetwork, NetworkMeeting } from './carrier-network.ts'
import type { Check } from './check.ts'

/** A kit with a network, and the first link, which is up. */
interface Scene {
  readonly kit: CarrierKit
  readonly network: CarrierNetwork
  readonly link: CarrierLink
}

const PARTS = 3
const SUBSCRIBER = '27821112222'

/**
 * How a carrier must cope with a network that is slow, repeats itself, refuses, or breaks off; for carriers whose
 * network the kit can control.
 */
export function networkChecks(module: AnyPluginModule, world: CarrierWorld): readonly Check[] {
  const { network } = world
  if (!network) return []
  const inScene = (work: (scene: Scene) => Promise<void>) => () =>
    withCarrierKit(module, world, async (kit) => {
      await kit.open()
      const [link] = kit.carrier.links
      assert.ok(link, 'a carrier has at least one link')
      await work({ kit, network, link })
    })
  return [
    ...OUTCOMES.map(([meeting, kind]) => ({
      name: `a part that is met by '${meeting}' ends as ${kind}, and the next goes out`,
      run: inScene((scene) => checkOutcome(scene, meeting, kind)),
    })),
    ...ENDINGS.map(([name, check]) => ({ name, run: inScene(check) })),
    ...INCOMING.map(([name, check]) => ({ name, run: inScene(check) })),
  ]
}

const OUTCOMES: readonly (readonly [NetworkMeeting, PartOutcome['kind']])[] = [
  ['no-answer', 'unknown'],
  ['refused', 'refused'],
  ['throttled', 'throttled'],
  ['try-later', 'try-later'],
]

const ENDINGS: readonly (readonly [string, (scene: Scene) => Promise<void>])[] = [
  ['a receipt that comes before the answer is handed on', (scene) => checkReceipts(scene, 'receipt-first')],
  ['a receipt that comes twice is acknowledged twice', (scene) => checkReceipts(scene, 'receipt-twice')],
  ['each part has an outcome of its own, and only the parts asked for go out again', checkOnly],
  ['parts whose others it does not know go out again with all of them, or fit them', checkOnlyUnknown],
  ['what is outstanding when connections break ends as unknown, and the link comes up again', checkCut],
  ['what is outstanding at stop ends as unknown', checkStopOutstanding],
]

const INCOMING: readonly (readonly [string, (scene: Scene) => Promise<void>])[] = [
  ['an incoming SMS is handed on and acknowledged', checkIncoming],
  ['parts of an incoming SMS are handed on as such, in any order', checkIncomingParts],
  ['an incoming SMS that the gateway cannot take is not acknowledged', checkRefusedIncoming],
]

async function checkOutcome({ kit, link, network }: Scene, meeting: NetworkMeeting, kind: string): Promise<void> {
  network.meet(meeting)
  const outcomes = await kit.submit(link, kit.message())
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind),
    [kind],
  )
  await submitAgain({ kit, network, link })
}

/** Checks that the link takes messages again, whatever happened to it before. */
async function submitAgain({ kit, link }: Scene): Promise<void> {
  await kit.until(`link ${link.name} to be up`, () => link.isUp())
  const [outcome] = await kit.submit(link, kit.message())
  assert.equal(outcome?.kind, 'accepted', `link ${link.name} does not take another message`)
}

async function checkReceipts({ kit, link, network }: Scene, meeting: NetworkMeeting): Promise<void> {
  if (link.receipts === 'none') return
  network.meet(meeting)
  const [outcome] = await kit.submit(link, kit.message())
  assert.equal(outcome?.kind, 'accepted')
  const ids = () => kit.engine.inbox.receipts.map(({ receipt }) => receipt.networkId)
  await kit.until('the receipt', () => ids().length > 0)
  await kit.until('every receipt to be acknowledged', () => network.unacknowledged === 0)
  assert.deepEqual([...new Set(ids())], [outcome.networkId], 'the receipts are of another message')
}

/** A text of three parts that shows which part is missing. */
function longMessage(kit: CarrierKit, over = {}) {
  const text = ['1', '2', '3'].map((each) => each.repeat(153)).join('')
  return kit.message({ text, parts: PARTS, ...over })
}

async function checkOnly({ kit, link, network }: Scene): Promise<void> {
  network.meet('taken', 'try-later', 'taken')
  const message = longMessage(kit)
  const first = await kit.submit(link, message)
  assert.deepEqual(
    first.map(({ kind }) => kind),
    ['accepted', 'try-later', 'accepted'],
  )
  await kit.until(`link ${link.name} to be up`, () => link.isUp())
  const second = await kit.submit(link, { ...message, attempt: 2, only: [2] })
  assert.deepEqual(
    second.map(({ kind }) => kind),
    ['accepted'],
    'a link that knows the parts that were taken sends the one that is missing',
  )
  assert.deepEqual(
    network.taken.map(({ text }) => text),
    [message.text],
    'the parts do not make the message',
  )
}

async function checkOnlyUnknown({ kit, link, network }: Scene): Promise<void> {
  const message = longMessage(kit, { attempt: 2, only: [2] })
  const outcomes = await kit.submit(link, message)
  const isShared = (link.shares ?? 1) > 1
  if (!isShared) assert.equal(outcomes.length, PARTS, 'every part is sent again, so every part is answered for')
  // Another node may have sent the others; then they have to fit together.
  if (outcomes.length < PARTS) await kit.submit(link, longMessage(kit, { smsId: message.smsId, only: [1, 3] }))
  assert.deepEqual(
    network.taken.map(({ text }) => text),
    [message.text],
  )
}

async function checkCut({ kit, link, network }: Scene): Promise<void> {
  const { kinds } = await outstanding({ kit, link, network })
  const changes = kit.changes.get(link) ?? 0
  network.cut()
  assert.deepEqual(await kit.settled(kinds), ['unknown'])
  await submitAgain({ kit, network, link })
  assert.ok((kit.changes.get(link) ?? 0) > changes, `link ${link.name} broke without a change notice`)
}

async function checkStopOutstanding({ kit, link, network }: Scene): Promise<void> {
  const { kinds } = await outstanding({ kit, link, network })
  await kit.settled(kit.stop())
  assert.deepEqual(await kit.settled(kinds), ['unknown'])
  assert.equal(link.isUp(), false)
  assert.equal(kit.clock.pending, 0, 'timers are left after stop')
}

/** Submits a message that reaches the network and gets no answer; `kinds` are the kinds of its outcomes. */
async function outstanding({ kit, link, network }: Scene): Promise<{ readonly kinds: Promise<readonly string[]> }> {
  network.meet('no-answer')
  const kinds = link.submit(kit.message()).then((all) => all.map(({ kind }) => kind))
  await kit.until('the message to reach the network', () => network.unanswered > 0)
  return { kinds }
}

async function checkIncoming({ kit, network }: Scene): Promise<void> {
  const sms = { from: SUBSCRIBER, to: kit.account.channel.address, text: 'Hello @ [you]' }
  const [part] = network.send(sms)
  await kit.until('the SMS', () => kit.engine.inbox.incoming.length > 0)
  await kit.until('its acknowledgement', () => part?.isAcknowledged === true)
  const [taken] = kit.engine.inbox.incoming
  const { from, link, text, to } = taken?.message ?? {}
  assert.deepEqual({ from, to, text }, sms)
  assert.ok(
    kit.carrier.links.some(({ name }) => name === link),
    `an incoming SMS came by the link ${link}, which there is not`,
  )
}

async function checkIncomingParts({ kit, network }: Scene): Promise<void> {
  const text = ['1', '2', '3'].map((each) => each.repeat(153)).join('')
  const parts = network.send({ from: SUBSCRIBER, to: kit.account.channel.address, text, order: [3, 1, 2] })
  await kit.until('every acknowledgement', () => parts.every(({ isAcknowledged }) => isAcknowledged))
  // Over several connections they may overtake each other.
  assert.deepEqual(
    kit.engine.inbox.incomingParts.map(({ segment }) => `${segment?.part} of ${segment?.total}`).sort(),
    [`1 of ${PARTS}`, `2 of ${PARTS}`, `3 of ${PARTS}`],
  )
  assert.deepEqual(
    kit.engine.inbox.incoming.map(({ message }) => message.text),
    [text],
  )
}

async function checkRefusedIncoming({ kit, network }: Scene): Promise<void> {
  kit.engine.failNext('unavailable', 'network')
  const [part] = network.send({ from: SUBSCRIBER, to: kit.account.channel.address, text: 'Hello' })
  await kit.until('the SMS to be taken in the end', () => part?.isAcknowledged === true)
  assert.equal(kit.engine.waitingFaults, 0, 'the gateway was not asked')
  assert.ok((part?.refusals ?? 0) > 0, 'the SMS was acknowledged though the gateway could not take it')
  assert.equal(kit.engine.inbox.incoming.length, 1, 'the SMS was handed on more than once, or never')
}
