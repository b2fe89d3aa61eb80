import assert from 'node:assert/strict'
import type { OutboundRequest, PartOutcome } from '@heliograph/contracts'
import type { ScriptedReply } from '../http-client-double.ts'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertDiscreet, type Indiscretions } from './discretion.ts'
import { FAILURES, type FailureRow, type NetworkFailure, unreadableReplies } from './http-failures.ts'
import { AWKWARD_IDS, createNetworkTap, type NetworkTap } from './network-tap.ts'

/** @stability experimental */
export interface HttpFailureOptions extends CarrierWorld, Indiscretions {
  /**
   * Outcomes that are right for a failure besides those of the contract, where the network says so: `{ unreadable:
   * ['accepted'] }` when its success has no form.
   */
  readonly failures?: Readonly<Partial<Record<NetworkFailure, readonly PartOutcome['kind'][]>>> | undefined
}

/** For how long the network asks to be left alone. */
const ASKED_SECONDS = 7

/** How a carrier over HTTP must cope with a network that fails, derived from the good replies of `http`. */
export function httpFailureChecks(module: AnyPluginModule, options: HttpFailureOptions): readonly Check[] {
  if (!options.http) return []
  const withTap = (work: (scene: Scene) => Promise<void>) => () => runScene(module, options, work)
  return [
    ...FAILURES.map((row) => ({
      name: `${row.name} ends as ${row.kinds.join(' or ')}, and the next message goes out`,
      run: withTap((scene) => checkFailure(scene, row)),
    })),
    { name: 'a reply that cannot be read ends as unknown', run: withTap(checkUnreadable) },
    { name: 'a reply 429 slows the link down for as long as it says', run: withTap(checkTooFast) },
    { name: 'a network id is kept as it came', run: withTap(checkIds) },
    { name: 'no secret is in a URL, an outcome, the health or the log', run: withTap(checkSecrets) },
  ]
}

interface Scene {
  readonly module: AnyPluginModule
  readonly options: HttpFailureOptions
  readonly kit: CarrierKit
  /** What the requests that carry a message meet. */
  readonly tap: NetworkTap
}

/** Opens the links, finds out how the good recipient is accepted, and lets `work` spoil the network. */
export async function runScene(
  module: AnyPluginModule,
  options: HttpFailureOptions,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const tap = createNetworkTap(options)
  await withCarrierKit(module, { ...options, http: tap.answer }, async (kit) => {
    await kit.open()
    await tap.learn(kit)
    await work({ module, options, kit, tap })
  })
}

/** Submits a message whose request meets the failure; resolves with the outcomes and the requests that carried it. */
async function submitInto({ kit, tap }: Scene, meets: (request: OutboundRequest) => ScriptedReply) {
  const message = kit.message()
  const earlier = tap.carried
  tap.spoil(meets)
  const outcomes = await kit.submit(firstLink(kit), message)
  return { message, outcomes, sent: () => tap.carried - earlier }
}

function firstLink({ carrier }: CarrierKit) {
  const [link] = carrier.links
  assert.ok(link, 'a carrier has at least one link')
  return link
}

async function checkFailure(scene: Scene, row: FailureRow): Promise<void> {
  const { kit, tap } = scene
  const { message, outcomes, sent } = await submitInto(scene, row.meets)
  assertKinds(scene, outcomes, row)
  await kit.pass()
  if (row.failure === 'no-answer') {
    assert.equal(sent(), 1, `the message was sent ${sent()} times: whether it is sent again, the gateway decides`)
  }
  tap.spoil(undefined)
  await assertGoesOn(kit)
  assertNoSecrets(scene, outcomes, [message])
}

function assertKinds({ options }: Scene, outcomes: readonly PartOutcome[], row: Omit<FailureRow, 'meets'>): void {
  const right = [...row.kinds, ...(options.failures?.[row.failure] ?? [])]
  for (const outcome of outcomes) {
    assert.ok(
      right.includes(outcome.kind),
      `${row.name} ends as ${outcome.kind}; it should be ${right.join(' or ')}: ${row.because}`,
    )
    if (outcome.kind !== 'refused') continue
    const isLinks = outcome.fault === 'link' || outcome.fault === 'route'
    assert.ok(isLinks, `${row.name} is blamed on the ${outcome.fault}: ${row.because}`)
  }
}

async function assertGoesOn(kit: CarrierKit): Promise<void> {
  const link = firstLink(kit)
  await kit.until(`link ${link.name} to be up again`, () => link.isUp())
  const [next] = await kit.submit(link, kit.message())
  assert.equal(next?.kind, 'accepted', `link ${link.name} does not take another message`)
}

async function checkUnreadable(scene: Scene): Promise<void> {
  const { tap } = scene
  const row = {
    failure: 'unreadable',
    kinds: ['unknown'],
    because: 'it has the status of success, but it is not what the network replies when it takes a message',
  } as const
  for (const [name, reply] of unreadableReplies(tap.goodReply)) {
    const { outcomes } = await submitInto(scene, () => reply)
    // A network that gives no ids has nothing to read.
    if (tap.goodId !== null) assertKinds(scene, outcomes, { ...row, name })
  }
  tap.spoil(undefined)
  await assertGoesOn(scene.kit)
}

async function checkTooFast(scene: Scene): Promise<void> {
  const { kit, tap } = scene
  const date = new Date(kit.clock.now() + ASKED_SECONDS * 1000).toUTCString()
  const rows: readonly (readonly [string | undefined, least: number, most: number])[] = [
    [undefined, 0, Number.POSITIVE_INFINITY],
    [String(ASKED_SECONDS), ASKED_SECONDS * 1000, ASKED_SECONDS * 1000],
    // In whole seconds, while some time of the clock has passed.
    [date, 0, ASKED_SECONDS * 1000],
    ['soon', 0, Number.POSITIVE_INFINITY],
  ]
  for (const [value, least, most] of rows) {
    const headers = value === undefined ? {} : { 'retry-after': value }
    const { outcomes } = await submitInto(scene, () => ({ status: 429, headers }))
    for (const outcome of outcomes) {
      assert.equal(outcome.kind, 'throttled', `429 ends as ${outcome.kind}: the network asks for less at once`)
      const { retryAfterMs } = outcome as { readonly retryAfterMs?: number }
      if (value !== 'soon' && value !== undefined) {
        assert.ok(retryAfterMs !== undefined, `Retry-After: ${value} is not heeded: hand it on as \`retryAfterMs\``)
      }
      const isRight = retryAfterMs === undefined || (retryAfterMs >= least && retryAfterMs <= most)
      assert.ok(isRight, `Retry-After: ${value} became ${retryAfterMs} ms`)
    }
  }
  tap.spoil(undefined)
  await assertGoesOn(kit)
}

async function checkIds(scene: Scene): Promise<void> {
  const { tap } = scene
  for (const id of AWKWARD_IDS) {
    const reply = tap.replyWithId(id)
    if (reply === undefined) continue
    const { outcomes } = await submitInto(scene, () => reply)
    for (const outcome of outcomes) {
      if (outcome.kind !== 'accepted') continue
      assert.equal(
        outcome.networkId,
        id,
        `the network's id ${id} became ${outcome.networkId}: no receipt would match it`,
      )
    }
  }
}

/** Networks put what they were sent into what they reply. */
async function checkSecrets(scene: Scene): Promise<void> {
  const { kit, tap } = scene
  for (const status of [400, 401, 500]) {
    const { message, outcomes } = await submitInto(scene, (request) => ({ status, body: JSON.stringify(request) }))
    assertNoSecrets(scene, outcomes, [message])
  }
  tap.spoil(undefined)
  await assertGoesOn(kit)
  await kit.settled(kit.stop())
  assertNoSecrets(scene, [], [])
}

function assertNoSecrets(
  { module, options, kit }: Scene,
  outcomes: readonly PartOutcome[],
  messages: Parameters<typeof assertDiscreet>[2],
): void {
  const statuses = kit.carrier.links.map((link) => link.status?.())
  assertDiscreet(module, kit, messages, JSON.stringify([outcomes, statuses, kit.plugin.health?.()]), options)
}
