import { randomUUID } from 'node:crypto'
import { type Health, type Metrics, waitAtMost } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { CommitWatch } from '../database/commit-watch.ts'
import { type ClockReading, type DatabaseClock, isOffBy } from '../database/database-clock.ts'
import { newestMigration } from '../database/migration-list.ts'
import { newerSchema, readRecord } from '../database/migration-record.ts'
import { PROBE_MS } from '../database/probe-database.ts'
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts'
import { NodeWatch, type NodeWatchOptions, ONE_NAME_EACH } from './node-watch.ts'
import { signOff } from './remove-node.ts'

/** A clock that differs this much from the database's is worth a warning ... */
const WARN_OFF_MS = 1_000
/** ... and with one that differs this much a node takes no new work. */
const STOP_OFF_MS = 5_000

/** A commit that ended within this time shows that they end. */
const RECENT_MS = 1_000

export interface NodeRegistryOptions
  extends Omit<NodeWatchOptions, 'lease' | 'onPoolsFreed'>,
    Omit<HeartbeatOptions, 'wall' | 'renew' | 'onReading' | 'onHeldAgain'> {
  /** The node's clock, corrected to that of the database with each heartbeat. */
  readonly clock: DatabaseClock
  readonly metrics: Metrics
  readonly commits: CommitWatch
  readonly roles: readonly string[]
  /** For people. */
  readonly release?: string | undefined
  /** The last migration that this release knows; default: as its files have it. */
  readonly knownMigration?: number | undefined
  /** How many connections its pools may have, asked when it joins. */
  readonly connections: () => number
  /** Called after each good heartbeat. */
  readonly onBeat?: (() => void) | undefined
  /** Called when the lease is good again after it had run out, or the clock right after it was wrong. */
  readonly onWorksAgain: () => void
}

/** What other nodes have to know about this one. */
export interface NodeOffer {
  /** Links it is configured with, `<instance>/<name>`. */
  readonly links: readonly string[]
  /** Routes whose messages it sends. */
  readonly routes: readonly string[]
}

/**
 * This node among the others: its row, its lease and the watch over the rest.
 *
 * Every node writes a heartbeat. What it owns (`OWNED_TABLES`, and links) bears the number of its lease, which is never
 * used again. A node whose last good heartbeat is older than ten seconds hands over nothing more (`Heartbeat`); after
 * fifteen seconds any other node deletes its row and frees what it owned (`NodeWatch`), and whatever the node writes
 * later finds no lease and changes nothing.
 *
 * Heartbeats also measure how far this node's clock differs from the database's. With more than five seconds it claims
 * nothing and lets go of its links; what clients send is still accepted, since it is stamped with the corrected time.
 */
export class NodeRegistry {
  readonly id = randomUUID()
  readonly #options: NodeRegistryOptions
  readonly #heartbeat: Heartbeat
  readonly #watch: NodeWatch
  readonly #pools = new Set<string>()
  #lease = 0
  #leaseAt = 0
  #roundTripMs = 0
  #isWarned = false
  #wasClockWrong = false

  constructor(options: NodeRegistryOptions) {
    this.#options = options
    this.#heartbeat = new Heartbeat({
      ...options,
      wall: () => options.clock.ownNow(),
      renew: () => this.#renew(),
      onReading: (reading) => {
        this.#measure(reading)
        options.onBeat?.()
      },
      onFenced: () => {
        options.logger.error({ node: this.id }, 'this node was declared dead while it was out of touch')
        options.onFenced()
      },
      onHeldAgain: options.onWorksAgain,
    })
    this.#watch = new NodeWatch({
      ...options,
      lease: () => this.#lease,
      onPoolsFreed: (poolIds) => {
        for (const poolId of poolIds) this.#pools.delete(poolId)
      },
    })
    this.#show(options.metrics)
  }

  get name(): string {
    return this.#options.name
  }

  /** The number of the lease, whether held or not; 0 before `start`. */
  get leaseNumber(): number {
    return this.#lease
  }

  /** The node's lease while it holds it, else null. */
  get lease(): number | null {
    return this.isHeld ? this.#lease : null
  }

  /** The same, but also null while this node may not take new work because its clock is wrong. */
  get workLease(): number | null {
    return this.isClockWrong ? null : this.lease
  }

  /** When the last heartbeat that got through was sent, by the monotonic clock. */
  get goodAt(): number {
    return this.#heartbeat.goodAt
  }

  /**
   * Whether this node may hand over what it owns: its last heartbeat is young enough that no other can have taken it.
   */
  get isHeld(): boolean {
    return this.#heartbeat.isHeld
  }

  /** Whether this node's clock differs so much from the database's that it takes no new work. */
  get isClockWrong(): boolean {
    return isOffBy(STOP_OFF_MS, this.#options.clock.offset)
  }

  clockHealth(): Health {
    if (!this.isClockWrong) return { status: 'ok' }
    const apart = (Math.abs(this.#options.clock.offset.ms) / 1000).toFixed(1)
    return { status: 'down', reason: `the clocks of node and database are ${apart} s apart: no new work is taken` }
  }

  /** Whether commits end: the last one has a moment ago, or a heartbeat does now, which is the cheapest there is. */
  async commitHealth(): Promise<Health> {
    const { clock, commits } = this.#options
    if (this.#lease === 0) return { status: 'ok' }
    if (commits.agoMs >= RECENT_MS) await waitAtMost(clock, PROBE_MS, this.#heartbeat.beat())
    if (commits.agoMs < RECENT_MS) return { status: 'ok' }
    return { status: 'down', reason: 'the database ends no commit: does it wait for a standby that is away?' }
  }

  /** `degraded` while another node lives under the name of this one. */
  nameHealth(): Health {
    if (!this.#watch.hasNamesake) return { status: 'ok' }
    return { status: 'degraded', reason: `another node is called ${this.name} as well: ${ONE_NAME_EACH}` }
  }

  /** Frees at once what nodes own whose processes have ended for certain. */
  nodesEnded(nodeIds: readonly string[]): Promise<void> {
    return this.#watch.nodesEnded(nodeIds)
  }

  /** Throws a `SchemaError` when the database was closed to this release since it was looked at. */
  async start(): Promise<void> {
    const { vital, monotonic, name, roles, release = null, knownMigration, connections } = this.#options
    const known = knownMigration ?? (await newestMigration())
    const sentAt = monotonic()
    // Locked, so that the database cannot be closed to this release just now.
    const [row] = await vital<{ lease: number; database_ms: number }[]>`
      insert into node (node_id, name, roles, release, known_migration, connections)
      select ${this.id}::uuid, ${name}::text, ${textArray(roles)}::text[], ${release}::text, ${known}::integer,
        ${connections()}::integer
      from deployment where needed_migration <= ${known}::integer for share
      returning lease, extract(epoch from clock_timestamp())::float8 * 1000 as database_ms`
    if (row === undefined) throw newerSchema((await readRecord(vital)).needed, known)
    const { lease, database_ms: databaseMs } = row
    this.#lease = lease
    this.#leaseAt = sentAt
    this.#measure({ databaseMs, roundTripMs: monotonic() - sentAt })
    this.#heartbeat.start(sentAt)
    this.#watch.start()
  }

  /** Publishes what this node can send. */
  async offer({ links, routes }: NodeOffer): Promise<void> {
    await this.#options.vital`
      update node set links = ${textArray(links)}::text[], routes = ${textArray(routes)}::text[]
      where lease = ${this.#lease}::bigint`
  }

  /** Publishes the ids of the master keys that this node has, the one that it seals under first. */
  async showMasterKeys(ids: readonly string[]): Promise<void> {
    await this.#options.vital`
      update node set master_keys = ${textArray(ids)}::text[] where lease = ${this.#lease}::bigint`
  }

  /** Registers a job pool of this node. Resolves once it is in the database. */
  async addPool(poolId: string): Promise<void> {
    this.#pools.add(poolId)
    await this.#options.vital`
      update node set pools = ${this.#poolIds}::text[] where lease = ${this.#lease}::bigint`
  }

  /** Frees the jobs of a pool that ended on its own; tried again until it works. */
  losePool(poolId: string): void {
    this.#watch.losePool(poolId)
  }

  /** Signs off: what this node still owned is free at once, otherwise when it counts as dead. */
  async stop(signsOff = true): Promise<void> {
    this.#heartbeat.stop()
    await this.#watch.stop()
    this.#heartbeat.end()
    if (signsOff) await signOff(this.#options.burial, this.#options.owned, this.#lease)
  }

  get #poolIds(): string {
    return textArray([...this.#pools])
  }

  /** The pools are written each time, so that one that could not be registered when it started is registered now. */
  async #renew(): Promise<number | null> {
    const { vital, commits, clock } = this.#options
    const { ms, errorMs } = clock.offset
    const beating = () => vital<{ database_ms: number }[]>`
      update node set beat_at = now(), pools = ${this.#poolIds}::text[],
        clock_offset_ms = ${inRange(ms)}::integer, clock_error_ms = ${inRange(errorMs)}::integer
      where lease = ${this.#lease}::bigint
      returning extract(epoch from clock_timestamp())::float8 * 1000 as database_ms`
    const [row] = await commits.follow(beating, ({ length }) => length > 0)
    return row?.database_ms ?? null
  }

  #show(metrics: Metrics): void {
    const { clock, monotonic } = this.#options
    const secondsSince = (at: number) => (this.#lease === 0 ? 0 : Math.max(0, monotonic() - at) / 1000)
    metrics
      .gauge('clock_offset_seconds', 'How far the clock of the database is ahead of this node, negative: behind')
      .collect(() => clock.offset.ms / 1000)
    metrics
      .gauge(
        'heartbeat_age_seconds',
        'Since when no heartbeat of this node has reached the database; beyond 10 it stands still',
      )
      .collect(() => secondsSince(this.goodAt))
    metrics
      .gauge('heartbeat_seconds', 'How long the last heartbeat took, which waits for no other statement')
      .collect(() => this.#roundTripMs / 1000)
    metrics
      .gauge('lease_age_seconds', 'For how long this node has held its lease, 0 while it does not')
      .collect(() => (this.isHeld ? secondsSince(this.#leaseAt) : 0))
  }

  #measure(reading: ClockReading): void {
    const { clock, logger, onWorksAgain } = this.#options
    this.#roundTripMs = reading.roundTripMs
    const offset = clock.measure(reading)
    const isOff = isOffBy(WARN_OFF_MS, offset)
    if (isOff !== this.#isWarned) {
      const seconds = Math.round(offset.ms / 100) / 10
      if (isOff)
        logger.warn({ seconds }, 'the clock of this node differs from that of the database: correct one of them')
      else logger.info({ seconds }, 'the clock of this node agrees with that of the database again')
    }
    this.#isWarned = isOff
    const isRightAgain = this.#wasClockWrong && !this.isClockWrong
    this.#wasClockWrong = this.isClockWrong
    if (isRightAgain) onWorksAgain()
  }
}

/** The farthest that a clock is said to be off: 24 days. */
const MOST_OFF_MS = 2 ** 31 - 1

/** Whole milliseconds that the row of a node can hold. */
function inRange(ms: number): number {
  return Math.round(Math.min(MOST_OFF_MS, Math.max(-MOST_OFF_MS, ms)))
}
