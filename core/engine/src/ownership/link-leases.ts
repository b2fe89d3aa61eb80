import type { NodeTools } from '../database/node-tools.ts'
import { findSetToLeave, type OtherNode } from './balance-links.ts'
import { dropLinks, findDisputed, nodesElsewhere, takeLinks } from './link-lease-statements.ts'
import { LinkRefusals } from './link-refusals.ts'
import { type LinkShare, shareKey } from './link-share.ts'
import { LinksUp } from './links-up.ts'
import { LookLoop } from './look-loop.ts'

/** How often to look for free links. */
const LOOK_MS = 1_000
/** Links that were up and went down are released after this time if another node could use them ... */
const DOWN_MS = 5_000
/** ... and links that never came up after this time, because connecting takes a while. */
const NEVER_UP_MS = 15_000
/** How long a node that released links leaves them to others. */
const LEFT_MS = 3_000
/** For this many looks a node leaves links beyond its share to others that start at the same time. */
const SHARED_LOOKS = 3
/** How often to look whether another node should have some of the links, ... */
const BALANCE_MS = 10_000
/** ... and how long a set that was left to another one stays here when it came back. */
const STAYS_MS = 600_000

/**
 * Links that are leased together, because they share messages: only the node that has all of them can do that. Links
 * that nodes share are a set for each of their shares.
 */
export interface LinkSet {
  /** `<instance>/<name>` of each. */
  readonly links: readonly string[]
  readonly share: LinkShare
  /** Those of the links that are up. */
  up(): readonly string[]
  /** This node may use those of the links that `mayOpen` names. Called again when there are more of them. */
  open(mayOpen: (link: string) => boolean): void
  /** This node may no longer use the links: resolves when nothing from it can reach the network over them any more. */
  close(): Promise<void>
  /** Links whose network has refused the login, with the milliseconds in which no attempt may be made. */
  refused(): ReadonlyMap<string, number>
}

export interface LinkLeasesOptions extends NodeTools {
  readonly sets: readonly LinkSet[]
  readonly lease: () => number | null
  /** False while this node is in no state to serve links, so that others should have them. */
  readonly mayServe: () => boolean
  /** Called when this node may use links that it could not use before, or the other way round, or another one can. */
  readonly onChange: () => void
  /** Called when other nodes may take links, or have to know which are up. */
  readonly announce: () => void
}

interface SetState {
  readonly set: LinkSet
  /** What is leased: the share of each of its links. */
  readonly keys: readonly string[]
  isHeld: boolean
  isClosing: boolean
  /** Resolves once a release that is under way has ended. */
  released: Promise<void>
  /** Held, but closed: this node's lease has run out, or they could not be released. */
  isSuspended: boolean
  /** When it was taken, or was last seen up. */
  goodAt: number
  wasUp: boolean
  /** Some of its links are not opened yet, because their network refused the login. */
  isWithheld: boolean
  leftUntil: number
  /** Until when it is not left to a node that has fewer. */
  staysUntil: number
  /** How many looks have found it free. */
  freeLooks: number
}

/**
 * Decides which links this node may use. One node at a time has a link, or each of its shares, so that what a network
 * agreed to (rate, window, connections) holds over all nodes. A row with the node's lease says so; it is deleted when
 * the node releases the link or is dead.
 *
 * Links that are down, and all links of a node that is in no state to serve them, go to another node that is configured
 * with them; a refused login is no reason, since it is the same for all. A node with two sets more than another one, or
 * two shares more of the same links, leaves it one, so that nodes which were restarted get their part again.
 */
export class LinkLeases {
  readonly #options: LinkLeasesOptions
  readonly #states: readonly SetState[]
  /** How many shares of each link this node has. */
  readonly #held = new Map<string, number>()
  readonly #refusals: LinkRefusals
  readonly #ups: LinksUp
  readonly #loop: LookLoop
  #cancelFollow = () => {}
  #balancedAt = Number.NEGATIVE_INFINITY

  constructor(options: LinkLeasesOptions) {
    this.#options = options
    this.#refusals = new LinkRefusals(options)
    this.#ups = new LinksUp(options)
    this.#loop = new LookLoop({ ...options, what: 'free links', everyMs: LOOK_MS, look: () => this.#look() })
    this.#states = options.sets.map((set) => ({
      keys: set.links.map((link) => shareKey(link, set.share.number)),
      set,
      isHeld: false,
      isClosing: false,
      released: Promise.resolve(),
      isSuspended: false,
      isWithheld: false,
      goodAt: 0,
      wasUp: false,
      leftUntil: 0,
      staysUntil: 0,
      freeLooks: 0,
    }))
  }

  /** Whether this node has the link, or a share of it. */
  holds(link: string): boolean {
    return this.#held.has(link)
  }

  /** Whether the link is not opened because its network refused the login, here or on another node. */
  isRefused(link: string): boolean {
    return this.#refusals.has(link)
  }

  /** Whether another node has the link up, or had it up a moment ago and it changes nodes. */
  isUpElsewhere(link: string): boolean {
    return this.#ups.isElsewhere(link)
  }

  /** Takes free links; resolves after the first look. */
  start(): Promise<void> {
    this.#follow()
    return this.#loop.start()
  }

  /** Closes the links and releases them. */
  async stop(): Promise<void> {
    this.#cancelFollow()
    await this.#loop.stop()
    await Promise.all(this.#states.filter(({ isHeld }) => isHeld).map((state) => this.#release(state)))
  }

  /** Looks again, since links may be free. Resolves when it has. */
  look(): Promise<void> {
    return this.#loop.look()
  }

  /** At its own pace: a look may hang just because this node has lost the database, and with it the lease. */
  #follow(): void {
    this.#followLease()
    this.#cancelFollow = this.#options.clock.after(LOOK_MS, () => this.#follow())
  }

  async #look(): Promise<void> {
    this.#followLease()
    await this.#noteRefusals()
    // First, so that a fallback is not used before it is known whether another node has up what it stands in for.
    if (this.#states.length > 1) await this.#exchangeUps()
    if (this.#options.mayServe()) await this.#take()
    await this.#leave()
  }

  /** Without a lease nothing may stay connected, because other nodes take the links once it has ended. */
  #followLease(): void {
    const isLeased = this.#options.lease() !== null
    for (const state of this.#states) {
      if (!state.isHeld || state.isClosing || state.isSuspended !== isLeased) continue
      // What could not be released is not opened again before this node can serve it.
      if (isLeased && !this.#options.mayServe()) continue
      state.isSuspended = !isLeased
      state.goodAt = this.#options.clock.now()
      if (isLeased) this.#open(state)
      else void state.set.close()
      this.#options.onChange()
    }
  }

  #open(state: SetState): void {
    state.isWithheld = state.set.links.some((link) => this.#refusals.has(link))
    state.set.open((link) => !this.#refusals.has(link))
  }

  #openStates(): readonly SetState[] {
    return this.#states.filter((state) => state.isHeld && !state.isSuspended && !state.isClosing)
  }

  async #exchangeUps(): Promise<void> {
    const { announce, onChange } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return
    const here = this.#openStates().flatMap(({ set }) =>
      set.up().map((link) => [shareKey(link, set.share.number), link] as const),
    )
    const news = await this.#ups.exchange(lease, new Map(here))
    if (news.toOthers) announce()
    if (news.toThis) onChange()
  }

  async #noteRefusals(): Promise<void> {
    const open = this.#openStates()
    await this.#refusals.note(new Map(open.flatMap(({ set }) => [...set.refused()])))
    const withheld = open.filter(({ isWithheld }) => isWithheld)
    if (withheld.length === 0) return
    // An operator may have lifted it.
    await this.#refusals.load()
    for (const state of withheld) this.#open(state)
  }

  async #take(): Promise<void> {
    const { sql, clock } = this.#options
    const lease = this.#options.lease()
    const now = clock.now()
    const wanted = this.#states.filter(({ isHeld, isClosing, leftUntil }) => !isHeld && !isClosing && leftUntil <= now)
    if (lease === null || wanted.length === 0) return
    const chosen = await this.#withinShare(wanted, lease)
    if (chosen.length === 0) return
    const sets = chosen.map(({ set }) => set)
    const taken = new Set(await takeLinks(sql, lease, sets))
    if (taken.size === 0) return
    await this.#refusals.load()
    const disputed = await findDisputed(
      sql,
      sets.flatMap((set) => set.links),
    )
    for (const state of chosen) {
      const isWhole = state.keys.every((key) => taken.has(key))
      if (isWhole && !state.set.links.some((link) => disputed.has(link))) this.#gain(state)
    }
    const parts = chosen.filter(({ isHeld }) => !isHeld).flatMap(({ keys }) => keys.filter((key) => taken.has(key)))
    // Another node groups or divides its links differently; only whole sets are kept.
    if (parts.length > 0) await dropLinks(sql, lease, parts)
  }

  /** Nodes that start together share the links; what stays free after that goes to the first that asks. */
  async #withinShare(wanted: readonly SetState[], lease: number): Promise<readonly SetState[]> {
    for (const state of wanted) state.freeLooks += 1
    const patient = wanted.filter(({ freeLooks }) => freeLooks > SHARED_LOOKS)
    const fresh = wanted.filter(({ freeLooks }) => freeLooks <= SHARED_LOOKS)
    if (fresh.length === 0) return patient
    const others = await nodesElsewhere(this.#options.sql, lease)
    const share = Math.ceil(this.#states.length / (others.length + 1))
    const held = this.#states.filter(({ isHeld }) => isHeld).length
    return [...patient, ...fresh.slice(0, Math.max(0, share - held))]
  }

  #gain(state: SetState): void {
    state.isHeld = true
    state.isSuspended = false
    state.wasUp = false
    state.freeLooks = 0
    state.goodAt = this.#options.clock.now()
    this.#hold(state, 1)
    this.#options.logger.info(named(state), 'this node took the links')
    this.#open(state)
    this.#options.onChange()
  }

  #hold({ set }: SetState, more: 1 | -1): void {
    for (const link of set.links) {
      const shares = (this.#held.get(link) ?? 0) + more
      if (shares > 0) this.#held.set(link, shares)
      else this.#held.delete(link)
    }
  }

  /** Releases what another node should have. */
  async #leave(): Promise<void> {
    const { sql, clock, mayServe } = this.#options
    const now = clock.now()
    const held = this.#states.filter((state) => state.isHeld && !state.isClosing)
    const useless = held.filter((state) => !this.#isGood(state, now) || !mayServe())
    const mayBalance = now - this.#balancedAt >= BALANCE_MS && held.length > 1
    const lease = this.#options.lease()
    if (lease === null || (useless.length === 0 && !mayBalance)) return
    const others = await nodesElsewhere(sql, lease)
    const elsewhere = new Set(others.flatMap(({ links }) => links))
    for (const state of useless) {
      if (state.set.links.some((link) => elsewhere.has(link))) void this.#release(state)
    }
    if (mayBalance) this.#balance(others, now)
  }

  /** False when it has been down for so long that another node should try. */
  #isGood(state: SetState, now: number): boolean {
    const isUp = state.set.up().length > 0
    if (isUp) state.wasUp = true
    if (isUp || state.set.links.every((link) => this.#refusals.has(link))) state.goodAt = now
    return now - state.goodAt < (state.wasUp ? DOWN_MS : NEVER_UP_MS)
  }

  #balance(others: readonly OtherNode[], now: number): void {
    this.#balancedAt = now
    const sets = this.#states.map((state) => ({
      state,
      links: state.set.links,
      share: state.set.share.number,
      isHeld: state.isHeld && !state.isClosing,
      mayGo: state.staysUntil <= now && state.set.up().length > 0,
    }))
    const found = findSetToLeave(sets, others)
    if (found === undefined) return
    found.state.staysUntil = now + STAYS_MS
    this.#options.logger.info(named(found.state), 'links were left to a node with fewer')
    void this.#release(found.state)
  }

  /** Resolves when the links are released, or could not be. */
  #release(state: SetState): Promise<void> {
    if (!state.isClosing) state.released = this.#close(state)
    return state.released
  }

  async #close(state: SetState): Promise<void> {
    const { clock, logger, announce } = this.#options
    state.isClosing = true
    this.#hold(state, -1)
    this.#options.onChange()
    try {
      await state.set.close()
      const lease = this.#options.lease()
      if (lease !== null) await dropLinks(this.#options.sql, lease, state.keys)
      state.isHeld = false
      state.leftUntil = clock.now() + LEFT_MS
      logger.info(named(state), 'this node released the links')
      announce()
    } catch (error) {
      // In the database they are still this node's: the next look opens them again, or tries again to release them.
      logger.warn({ err: error, links: state.set.links }, 'links could not be released')
      state.isSuspended = true
      this.#hold(state, 1)
    } finally {
      state.isClosing = false
    }
  }
}

/** The fields of a log entry that name the links, and which share of them. */
function named({ set: { links, share } }: SetState) {
  return share.of === 1 ? { links } : { links, share: `${share.number} of ${share.of}` }
}
