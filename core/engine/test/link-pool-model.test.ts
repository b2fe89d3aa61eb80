import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PartOutcome, PriorityName } from '@heliograph/contracts'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import fc from 'fast-check'
import { LinkPool } from '../src/outbound/dispatch/links/link-pool.ts'
import type { LinkPump } from '../src/outbound/dispatch/links/link-pump.ts'
import { comesBefore, partsFor, type QueuedMessage } from '../src/outbound/dispatch/links/queued-message.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { queued } from './support/queued.ts'

const NAMES = ['a', 'b', 'c', 'd'] as const
const idOf = (link: number) => `net/${NAMES[link]}`

/** The groups of a route: links by number, with weights. */
type Groups = readonly (readonly { readonly link: number; readonly weight: number }[])[]

interface World {
  readonly windows: readonly number[]
  readonly rates: readonly number[]
  readonly routes: readonly Groups[]
}

type Step =
  | { readonly kind: 'push'; readonly messages: readonly NewMessage[] }
  | { readonly kind: 'answer'; readonly which: number; readonly as: PartOutcome['kind'] }
  | { readonly kind: 'up'; readonly link: number; readonly isUp: boolean }
  | { readonly kind: 'elsewhere'; readonly link: number; readonly isUp: boolean }
  | { readonly kind: 'give' }
  | { readonly kind: 'window'; readonly link: number; readonly window: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'gate'; readonly isOpen: boolean }

interface NewMessage {
  readonly route: number
  readonly parts: number
  readonly priority: PriorityName
  readonly dueAt: number
  readonly refusedBy: readonly number[]
  readonly earlier: number | undefined
  /** Whether its handover is noted before. */
  readonly isNoted: boolean
}

const link = fc.nat(NAMES.length - 1)

const groups: fc.Arbitrary<Groups> = fc
  .shuffledSubarray([0, 1, 2, 3], { minLength: 1 })
  .chain((links) =>
    fc
      .tuple(...links.map((each) => fc.record({ link: fc.constant(each), weight: fc.integer({ min: 1, max: 3 }) })))
      .chain((sessions) =>
        fc.integer({ min: 1, max: sessions.length }).map((cut) => [sessions.slice(0, cut), sessions.slice(cut)]),
      ),
  )
  .map((both) => both.filter(({ length }) => length > 0))

const world: fc.Arbitrary<World> = fc.record({
  windows: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 4, maxLength: 4 }),
  rates: fc.array(fc.constantFrom(0, 0, 0, 5, 20), { minLength: 4, maxLength: 4 }),
  routes: fc.array(groups, { minLength: 1, maxLength: 3 }),
})

const message: fc.Arbitrary<NewMessage> = fc.record({
  route: fc.nat(2),
  parts: fc.constantFrom(1, 1, 1, 2, 3, 5, 8),
  priority: fc.constantFrom<PriorityName>('HIGH', 'BULK', 'BULK'),
  dueAt: fc.nat(3),
  refusedBy: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(link, { minLength: 1, maxLength: 2 })),
  earlier: fc.option(link, { freq: 5, nil: undefined }),
  isNoted: fc.boolean(),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(20),
      as: fc.constantFrom<PartOutcome['kind']>('accepted', 'accepted', 'accepted', 'refused', 'throttled', 'not-sent'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('up' as const), link, isUp: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), link, isUp: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('window' as const), link, window: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(10, 200, 600, 31_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gate' as const), isOpen: fc.boolean() }) },
)

/** More questions than serving so few links and messages needs. */
const MOST_QUESTIONS = 20_000

/** Resolves when everything that follows without a timer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A pool, and a model of how it should be, found by looking at everything. */
class Model {
  readonly clock = createManualClock()
  readonly #routes: readonly Groups[]
  readonly #rates: readonly number[]
  readonly #links: readonly FakeLink[]
  readonly #pool: LinkPool
  readonly #waiting = new Map<QueuedMessage, number>()
  /** The link that each message was given to, with the answer that the link owes once it has the message. */
  readonly #out = new Map<QueuedMessage, { link: number; answer?: (outcomes: readonly PartOutcome[]) => void }>()
  readonly #routeOf = new Map<QueuedMessage, number>()
  readonly #noted = new Set<QueuedMessage>()
  readonly #done = new Set<QueuedMessage>()
  readonly #paused = new Set<number>()
  /** Links that another node has up. */
  readonly #elsewhere = new Set<string>()
  #isOpen = true
  #questions = 0
  #lastId = 0

  constructor({ windows, rates, routes }: World) {
    this.#routes = routes
    this.#rates = rates
    this.#links = NAMES.map((name, index) => this.#makeLink(index, name, windows[index] as number))
    this.#pool = new LinkPool({
      clock: this.clock,
      logger: captureLogger(),
      carriers: new Map([['net', carrierOf(...this.#links)]]),
      routes: Object.fromEntries(routes.map((each, index) => [`r${index}`, settingsOf(each)])),
      mayHandOver: () => this.#isOpen,
      isOnHold: () => false,
      discard: () => false,
      beforeSubmit: ({ id }, item) => this.#taken(NAMES.indexOf(id.slice(-1) as 'a'), item),
      afterSubmit: (pump, item, outcomes) => this.#answered(pump, item, outcomes[0]?.kind),
      onRoom: () => {},
    })
    this.#pool.resume()
  }

  async run(given: Step): Promise<void> {
    this.#questions = 0
    this.#apply(given)
    await settled()
    this.#checkIdle()
  }

  /** Lets everything finish: all that any link can take is sent. */
  async finish(): Promise<void> {
    await this.run({ kind: 'gate', isOpen: true })
    for (const index of this.#links.keys()) {
      await this.run({ kind: 'elsewhere', link: index, isUp: false })
      await this.run({ kind: 'up', link: index, isUp: true })
    }
    for (let rounds = 0; this.#waiting.size + this.#out.size > 0; rounds += 1) {
      assert.ok(rounds < 2_000, `left: ${[...this.#waiting.keys()].map((item) => item.message.smsId)}`)
      await this.run({ kind: 'answer', which: rounds, as: 'accepted' })
      await this.run({ kind: 'pass', ms: 2_000 })
    }
    assert.equal(this.#done.size, this.#lastId)
  }

  #makeLink(index: number, name: string, window: number): FakeLink {
    const made = new FakeLink(name)
    const isUp = made.isUp.bind(made)
    made.isUp = () => {
      this.#questions += 1
      assert.ok(this.#questions < MOST_QUESTIONS, 'serving does not end')
      return isUp()
    }
    made.window = window
    made.partsPerSecond = this.#rates[index] as number
    made.answer = ({ smsId }) => {
      const [, out] =
        [...this.#out].find(([item]) => item.message.smsId === smsId) ?? assert.fail(`${smsId} is not out`)
      assert.equal(out.link, index)
      assert.equal(out.answer, undefined, `${smsId} was sent twice`)
      assert.ok(this.#isOpen, 'handed over while it must not')
      return new Promise((resolve) => {
        out.answer = resolve
      })
    }
    return made
  }

  #apply(given: Step): void {
    switch (given.kind) {
      case 'push':
        for (const each of given.messages) this.#push(each)
        for (const index of this.#routes.keys()) this.#pool.pump(`r${index}`)
        break
      case 'answer': {
        const owed = [...this.#out].filter(([, { answer }]) => answer !== undefined)
        const [item, out] = owed[given.which % owed.length] ?? []
        if (item !== undefined) out?.answer?.(given.as === 'accepted' ? accept(item.message) : [outcomeOf(given.as)])
        break
      }
      case 'up':
        this.#links[given.link]?.setUp(given.isUp)
        break
      case 'elsewhere':
        if (given.isUp) this.#elsewhere.add(idOf(given.link))
        else this.#elsewhere.delete(idOf(given.link))
        this.#pool.noteElsewhere((id) => this.#elsewhere.has(id))
        this.#pool.resume()
        break
      case 'give':
        // What this node has up is what it has seen last.
        this.#pool.resume()
        for (const item of this.#pool.takeForOthers().flatMap(({ items }) => items)) this.#given(item)
        for (const [item, route] of this.#waiting) assert.ok(!this.#isForOthers(item, this.#routes[route] as Groups))
        break
      case 'window':
        Object.assign(this.#links[given.link] as FakeLink, { window: given.window }).changed()
        break
      case 'pass':
        this.clock.advance(given.ms)
        if (given.ms > 30_000) this.#paused.clear()
        break
      case 'gate':
        this.#isOpen = given.isOpen
        if (given.isOpen) this.#pool.resume()
        break
    }
  }

  #push({ route, parts, priority, dueAt, refusedBy, earlier, isNoted }: NewMessage): void {
    const index = route % this.#routes.length
    const own = (this.#routes[index] as Groups).flat().map(({ link: each }) => each)
    // A message that every link has refused does not wait.
    const refusing = refusedBy.filter((each) => each !== own[0])
    this.#lastId += 1
    const item = queued(this.#lastId, {
      parts,
      priority,
      runAt: dueAt,
      ...(refusing.length > 0 && { refusedBy: refusing.map(idOf) }),
      ...(earlier !== undefined &&
        parts > 1 && { only: [parts], earlier: { link: idOf(earlier), series: 1, isUncertain: false } }),
    })
    if (isNoted) this.#noted.add(item)
    this.#putIn(item, index)
  }

  #putIn(item: QueuedMessage, route: number): void {
    this.#waiting.set(item, route)
    this.#pool.push(`r${route}`, item)
  }

  #taken(index: number, item: QueuedMessage): Promise<boolean> | undefined {
    assert.ok(this.#isOpen, 'taken while it must not')
    const route = this.#waiting.get(item) ?? assert.fail(`${item.message.smsId} does not wait`)
    assert.equal(this.#links[index]?.isUp(), true)
    assert.equal(this.#mostUrgent(index), item, 'not what the link had to send next')
    this.#waiting.delete(item)
    this.#out.set(item, { link: index })
    this.#routeOf.set(item, route)
    return this.#noted.has(item) ? Promise.resolve(true) : undefined
  }

  #answered(pump: LinkPump, item: QueuedMessage, kind: PartOutcome['kind'] | undefined): void {
    const { id } = pump
    const index = NAMES.indexOf(id.slice(-1) as 'a')
    const route = this.#routeOf.get(item) as number
    this.#out.delete(item)
    if (kind === 'accepted') pump.resume()
    if (kind === 'throttled' || kind === 'not-sent') {
      pump.pause()
      this.#paused.add(index)
    }
    if (kind === 'refused') {
      item.refusedBy ??= new Set()
      item.refusedBy.add(id)
    }
    if (kind === 'accepted' || !this.#pool.hasOther(`r${route}`, item)) this.#done.add(item)
    else {
      this.#putIn(item, route)
      this.#pool.pump(`r${route}`)
    }
  }

  /** Checks that no link is idle that is up, has room and could take a waiting message. */
  #checkIdle(): void {
    for (const [index, each] of this.#links.entries()) {
      const outstanding = this.#pool.outstanding(idOf(index))
      const own = [...this.#out].filter(([, out]) => out.link === index)
      const parts = own.reduce((sum, [item]) => sum + partsFor(item, idOf(index)), 0)
      assert.equal(outstanding, parts)
      if (!this.#isOpen || !each.isUp() || this.#paused.has(index) || each.partsPerSecond > 0) continue
      const first = this.#mostUrgent(index)
      if (first === undefined) continue
      const needs = partsFor(first, idOf(index))
      const fits = outstanding === 0 || outstanding + needs <= each.window
      assert.equal(fits, false, `link ${NAMES[index]} is idle, ${first.message.smsId} waits`)
    }
  }

  #mostUrgent(index: number): QueuedMessage | undefined {
    let best: QueuedMessage | undefined
    for (const [item, route] of this.#waiting) {
      if (
        this.#mayTake(index, item, this.#routes[route] as Groups) &&
        (best === undefined || comesBefore(item, best))
      ) {
        best = item
      }
    }
    return best
  }

  #mayTake(index: number, item: QueuedMessage, route: Groups): boolean {
    const owner = this.#ownerOf(item, route)
    if (owner !== undefined) return owner === index
    const group = this.#activeGroup(item, route)
    return group?.some(({ link: each }) => each === index && this.#isCandidate(each, item)) ?? false
  }

  #ownerOf(item: QueuedMessage, route: Groups): number | undefined {
    const links = route.flat().map(({ link: each }) => each)
    return links.find((each) => idOf(each) === item.earlier?.link && this.#isCandidate(each, item))
  }

  #activeGroup(item: QueuedMessage, route: Groups): Groups[number] | undefined {
    const isElsewhere = (each: number) => this.#elsewhere.has(idOf(each)) && !item.refusedBy?.has(idOf(each))
    return route.find((links) => links.some(({ link: each }) => this.#isCandidate(each, item) || isElsewhere(each)))
  }

  #isCandidate(index: number, { refusedBy }: QueuedMessage): boolean {
    return this.#isOpen && this.#links[index]?.isUp() === true && !refusedBy?.has(idOf(index))
  }

  /** Whether links of other nodes, and none of this one, should send a message. */
  #isForOthers(item: QueuedMessage, route: Groups): boolean {
    if (this.#ownerOf(item, route) !== undefined) return false
    const group = this.#activeGroup(item, route)
    return group !== undefined && !group.some(({ link: each }) => this.#isOpen && this.#links[each]?.isUp())
  }

  #given(item: QueuedMessage): void {
    const route = this.#waiting.get(item) ?? assert.fail(`${item.message.smsId} does not wait`)
    assert.ok(this.#isForOthers(item, this.#routes[route] as Groups), 'this node should have sent it')
    this.#waiting.delete(item)
    this.#done.add(item)
  }
}

function settingsOf([first = [], ...others]: Groups) {
  const choices = (links: Groups[number]) => links.map(({ link: each, weight }) => ({ link: idOf(each), weight }))
  return { links: choices(first), fallbacks: others.map(choices) }
}

function outcomeOf(kind: PartOutcome['kind']): PartOutcome {
  if (kind === 'refused') return { kind, fault: 'route', status: 'NO' }
  return kind === 'throttled' ? { kind, status: 'SLOW' } : { kind: 'not-sent' }
}

it('serving always ends, no link is idle that could send, and every message goes once, whatever happens', () =>
  fc.assert(
    fc.asyncProperty(world, fc.array(step, { maxLength: 40 }), async (given, steps) => {
      const model = new Model(given)
      for (const each of steps) await model.run(each)
      await model.finish()
    }),
    { numRuns: 300, seed: 20_260_131 },
  ))
