import { randomUUID } from 'node:crypto'
import type { Clock, Logger } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { freeClaims } from '../sessions/delivery-statements.ts'
import { freeJobs, freeLostJobs, freeStrayJobs, renewJobLocks } from './job-locks.ts'

/** A heartbeat every so often ... */
const BEAT_MS = 3_000
/** ... and without one for so long a node counts as dead: its jobs are freed. */
const DEAD_MS = 15_000
/** A job that was locked this long ago has arrived, if it ever will. */
const LOST_MS = 60_000

/** The jobs a pool has at this moment. */
export type HeldJobs = () => readonly number[]

export interface NodeRegistryOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly name: string
  readonly roles: readonly string[]
  /** This node was declared dead while it lived (it was frozen, or cut off): what it holds belongs to others now. */
  readonly onFenced: () => void
}

/**
 * Who is alive. Every node writes a heartbeat, and whoever finds one missing frees the dead node's jobs: graphile-worker by itself would keep them for
 * four hours.
 *
 * A node judges others only while its own heartbeats have been getting through for as long as it takes to be dead, so that nobody is
 * declared dead because the database was away for all.
 */
export class NodeRegistry {
  readonly id = randomUUID()
  readonly #options: NodeRegistryOptions
  readonly #pools = new Map<string, HeldJobs | undefined>()
  readonly #lost = new Set<string>()
  #cancel: (() => void) | undefined
  #stopped = false
  #healthySince = Number.POSITIVE_INFINITY
  #tendedAt = 0

  constructor(options: NodeRegistryOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.#register()
    this.#healthySince = this.#options.clock.now()
    this.#plan()
  }

  /**
   * Makes a job pool of this node known. Resolves once it is in the database. With `heldJobs`, what the pool has locked for a minute and does not have is
   * freed.
   */
  async addPool(poolId: string, heldJobs?: HeldJobs): Promise<void> {
    this.#pools.set(poolId, heldJobs)
    await this.#options.sql`
      update node set pools = ${this.#poolIds}::text[] where node_id = ${this.id}`
  }

  /** Frees the jobs of a pool that ended by itself; tried again with the heartbeats until it works. */
  losePool(poolId: string): void {
    this.#lost.add(poolId)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel?.()
    const { sql } = this.#options
    await sql.begin(async (tx) => {
      await freeJobs(tx, [...this.#pools.keys()])
      await freeClaims(tx, [this.id])
      await tx`delete from node where node_id = ${this.id}`
    })
  }

  get #poolIds(): string {
    return textArray([...this.#pools.keys()])
  }

  #plan(): void {
    if (this.#stopped) return
    this.#cancel = this.#options.clock.after(BEAT_MS, () => void this.#beat())
  }

  async #beat(): Promise<void> {
    try {
      await withDeadline(this.#beatOnce())
    } catch (error) {
      this.#healthySince = Number.POSITIVE_INFINITY
      if (!this.#stopped) this.#options.logger.warn({ error }, 'heartbeat failed')
    }
    this.#plan()
  }

  async #beatOnce(): Promise<void> {
    const { sql, clock } = this.#options
    // With its pools: one that could not be made known when it started is known from here on.
    const alive = await sql`
        update node set beat_at = now(), pools = ${this.#poolIds}::text[]
        where node_id = ${this.id} returning 1`
    if (this.#stopped) return
    if (alive.length === 0) await this.#rejoin()
    await this.#freeLostPools()
    if (this.#healthySince === Number.POSITIVE_INFINITY) this.#healthySince = clock.now()
    if (clock.now() - this.#healthySince >= DEAD_MS) await this.#lookAfterJobs()
  }

  async #freeLostPools(): Promise<void> {
    if (this.#lost.size === 0) return
    const lost = [...this.#lost]
    await freeJobs(this.#options.sql, lost)
    for (const poolId of lost) {
      this.#lost.delete(poolId)
      this.#pools.delete(poolId)
    }
  }

  async #lookAfterJobs(): Promise<void> {
    const { sql, clock, logger } = this.#options
    await this.#buryDead()
    if (clock.now() - this.#tendedAt < DEAD_MS) return
    this.#tendedAt = clock.now()
    for (const [pool, heldJobs] of this.#pools) {
      const freed = heldJobs === undefined ? 0 : await freeLostJobs(sql, pool, heldJobs(), LOST_MS)
      if (freed > 0) logger.warn({ pool, jobs: freed }, 'jobs that were fetched and never arrived are free')
    }
    await renewJobLocks(sql, [...this.#pools.keys()])
    const pools = await freeStrayJobs(sql, DEAD_MS)
    if (pools.length > 0) logger.warn({ pools }, 'jobs of pools that no node knows are free')
  }

  async #buryDead(): Promise<void> {
    const { sql, logger } = this.#options
    const dead = await sql.begin((tx) => this.#removeDead(tx))
    for (const node of dead) logger.warn({ node: node.node_id, name: node.name }, 'node is dead, its jobs are free')
  }

  /** With their rows go the sessions of their clients. */
  async #removeDead(tx: Transaction): Promise<readonly { readonly node_id: string; readonly name: string }[]> {
    const dead = await tx<{ node_id: string; name: string }[]>`
      with dead as (
        delete from node where beat_at < now() - ${DEAD_MS}::integer * interval '1 millisecond' and node_id <> ${this.id}
        returning node_id, name, pools
      ),
      freed as (select graphile_worker.force_unlock_workers(pools) from dead)
      select node_id, name from dead, (select count(*) from freed) as done`
    const nodeIds = dead.map((node) => node.node_id)
    if (nodeIds.length > 0) await freeClaims(tx, nodeIds)
    return dead
  }

  async #rejoin(): Promise<void> {
    this.#options.logger.error({ node: this.id }, 'this node was declared dead while it was out of touch')
    this.#options.onFenced()
    await this.#register()
  }

  async #register(): Promise<void> {
    const { sql, name, roles } = this.#options
    await sql`
      insert into node (node_id, name, roles, pools)
      values (${this.id}, ${name}, ${textArray(roles)}::text[], ${this.#poolIds}::text[])
      on conflict (node_id) do update set beat_at = now(), pools = excluded.pools`
  }
}
