import type { Clock, Logger } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { leaseHolder } from './lease-holder.ts'
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

/**
 * Links that share routes. They are leased together: which of them may take a message depends on the others, and only
 * the node that has all of them can tell.
 */
export interface LinkSet {
  /** `<instance>/<name>` of each. */
  readonly links: readonly string[]
  isUp(): boolean
  /** This node may use the links. */
  open(): void
  /** This node may no longer use the links: resolves when nothing from it can reach the network over them any more. */
  close(): Promise<void>
}

export interface LinkLeasesOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly sets: readonly LinkSet[]
  readonly lease: () => number | null
  /** Called when this node may use links that it could not use before, or the other way round. */
  readonly onChange: () => void
  /** Called when links were released and other nodes may take them. */
  readonly announce: () => void
}

interface SetState {
  readonly set: LinkSet
  isHeld: boolean
  isClosing: boolean
  /** Held, but closed because this node's lease has run out. */
  isSuspended: boolean
  /** When it was taken, or was last seen up. */
  goodAt: number
  wasUp: boolean
  leftUntil: number
  /** How many looks have found it free. */
  freeLooks: number
}

/**
 * Decides which links this node may use. One node at a time has a link, so that what a network agreed to (rate, window,
 * connections) holds over all nodes. A row with the node's lease says so; it is deleted when the node releases the link
 * or is dead.
 */
export class LinkLeases {
  readonly #options: LinkLeasesOptions
  readonly #states: readonly SetState[]
  readonly #held = new Set<string>()
  readonly #loop: LookLoop

  constructor(options: LinkLeasesOptions) {
    this.#options = options
    this.#loop = new LookLoop({ ...options, what: 'free links', everyMs: LOOK_MS, look: () => this.#look() })
    this.#states = options.sets.map((set) => ({
      set,
      isHeld: false,
      isClosing: false,
      isSuspended: false,
      goodAt: 0,
      wasUp: false,
      leftUntil: 0,
      freeLooks: 0,
    }))
  }

  /** Whether this node has the link. */
  holds(link: string): boolean {
    return this.#held.has(link)
  }

  /** Takes free links; resolves after the first look. */
  start(): Promise<void> {
    return this.#loop.start()
  }

  /** Closes the links and releases them. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await Promise.all(this.#states.filter(({ isHeld }) => isHeld).map((state) => this.#release(state)))
  }

  /** Looks again, since links may be free. */
  look(): void {
    void this.#loop.look()
  }

  async #look(): Promise<void> {
    this.#followLease()
    await this.#take()
    await this.#letGoOfDead()
  }

  /** Without a lease nothing may stay connected, because other nodes take the links once it has ended. */
  #followLease(): void {
    const isLeased = this.#options.lease() !== null
    for (const state of this.#states) {
      if (!state.isHeld || state.isClosing || state.isSuspended !== isLeased) continue
      state.isSuspended = !isLeased
      state.goodAt = this.#options.clock.now()
      if (isLeased) state.set.open()
      else void state.set.close()
      this.#options.onChange()
    }
  }

  async #take(): Promise<void> {
    const { sql, clock } = this.#options
    const lease = this.#options.lease()
    const now = clock.now()
    const wanted = this.#states.filter(({ isHeld, isClosing, leftUntil }) => !isHeld && !isClosing && leftUntil <= now)
    if (lease === null || wanted.length === 0) return
    const chosen = await this.#withinShare(wanted)
    if (chosen.length === 0) return
    const links = chosen.flatMap(({ set }) => set.links)
    const taken = new Set(await withDeadline(takeLinks(sql, lease, links)))
    for (const state of chosen) {
      if (state.set.links.every((link) => taken.has(link))) this.#gain(state)
    }
    const parts = chosen
      .filter(({ isHeld }) => !isHeld)
      .flatMap(({ set }) => set.links.filter((link) => taken.has(link)))
    // Another node groups its links differently; only whole sets are kept.
    if (parts.length > 0) await withDeadline(dropLinks(sql, lease, parts))
  }

  /** Nodes that start together share the links; what stays free after that goes to the first that asks. */
  async #withinShare(wanted: readonly SetState[]): Promise<readonly SetState[]> {
    for (const state of wanted) state.freeLooks += 1
    const patient = wanted.filter(({ freeLooks }) => freeLooks > SHARED_LOOKS)
    const fresh = wanted.filter(({ freeLooks }) => freeLooks <= SHARED_LOOKS)
    if (fresh.length === 0) return patient
    const share = Math.ceil(this.#states.length / (await this.#dispatchingNodes()))
    const held = this.#states.filter(({ isHeld }) => isHeld).length
    return [...patient, ...fresh.slice(0, Math.max(0, share - held))]
  }

  async #dispatchingNodes(): Promise<number> {
    const [row] = await withDeadline(this.#options.sql<{ nodes: number }[]>`
      select count(*)::integer as nodes from node where cardinality(links) > 0`)
    return Math.max(1, row?.nodes ?? 1)
  }

  #gain(state: SetState): void {
    state.isHeld = true
    state.isSuspended = false
    state.wasUp = false
    state.freeLooks = 0
    state.goodAt = this.#options.clock.now()
    for (const link of state.set.links) this.#held.add(link)
    this.#options.logger.info({ links: state.set.links }, 'this node has the links')
    state.set.open()
    this.#options.onChange()
  }

  async #letGoOfDead(): Promise<void> {
    const now = this.#options.clock.now()
    const dead: SetState[] = []
    for (const state of this.#states) {
      if (!state.isHeld || state.isClosing) continue
      if (state.set.isUp()) {
        state.goodAt = now
        state.wasUp = true
      } else if (now - state.goodAt >= (state.wasUp ? DOWN_MS : NEVER_UP_MS)) dead.push(state)
    }
    if (dead.length === 0) return
    const lease = this.#options.lease()
    if (lease === null) return
    const elsewhere = new Set(await withDeadline(linksElsewhere(this.#options.sql, lease)))
    for (const state of dead) {
      if (state.set.links.some((link) => elsewhere.has(link))) void this.#release(state)
    }
  }

  async #release(state: SetState): Promise<void> {
    const { clock, logger, announce } = this.#options
    if (state.isClosing) return
    state.isClosing = true
    for (const link of state.set.links) this.#held.delete(link)
    this.#options.onChange()
    try {
      await state.set.close()
      const lease = this.#options.lease()
      if (lease !== null) await withDeadline(dropLinks(this.#options.sql, lease, state.set.links))
      state.isHeld = false
      state.leftUntil = clock.now() + LEFT_MS
      logger.info({ links: state.set.links }, 'this node has let go of the links')
      announce()
    } catch (error) {
      // In the database they are still this node's: they are used again, and released later if they stay down.
      logger.warn({ error, links: state.set.links }, 'links could not be released')
      if (!this.#loop.isStopped) this.#gain(state)
    } finally {
      state.isClosing = false
    }
  }
}

/** Resolves with those of the links that this node has now. */
async function takeLinks(sql: Sql, lease: number, links: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ link: string }[]>`
    with ${leaseHolder(sql, lease)},
    taken as (
      insert into link_lease (link, lease)
      select link, ${lease}::bigint from unnest(${textArray(links)}::text[]) as given (link)
      where exists (select from holder)
      order by link
      on conflict do nothing
      returning link
    )
    select link from taken
    union all
    select link from link_lease where lease = ${lease}::bigint and link = any(${textArray(links)}::text[])`
  return rows.map((row) => row.link)
}

async function dropLinks(sql: Sql, lease: number, links: readonly string[]): Promise<void> {
  await sql`
    delete from link_lease where lease = ${lease}::bigint and link = any(${textArray(links)}::text[])`
}

/** Links that other living nodes are configured with. */
async function linksElsewhere(sql: Sql, lease: number): Promise<readonly string[]> {
  const rows = await sql<{ link: string }[]>`
    select distinct unnest(links) as link from node where lease <> ${lease}::bigint`
  return rows.map((row) => row.link)
}
