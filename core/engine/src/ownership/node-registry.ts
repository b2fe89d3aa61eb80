import { randomUUID } from 'node:crypto'
import type { Clock, LinkFigures, LinkPdu, LinkStatus, Logger } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { EndedOwner, OwnedTable } from './owned-table.ts'
import { countEnds, releaseWork, type WorkName } from './work-starts/work-start-statements.ts'

/** A heartbeat is sent this often ... */
const BEAT_MS = 3_000
/** ... and given up after this time, so that a connection that hangs does not hold up the next attempt ... */
const BEAT_DEADLINE_MS = 4_000
/** ... and this long after the last good one a node hands over nothing more. */
const LEASE_MS = 10_000
/**
 * Without a heartbeat for this long a node counts as dead, and what it owns is freed. It will have stopped on its own
 * five seconds earlier.
 */
const DEAD_MS = 15_000
/** Looking after other nodes may wait for locks; a statement of it ends after a minute at the latest. */
const BURY_DEADLINE_MS = 90_000

export interface NodeRegistryOptions {
  /** For statements that never wait: heartbeats. */
  readonly vital: Sql
  readonly sql: Sql
  readonly clock: Clock
  /** Milliseconds that only ever grow, even when the clock is set back. */
  readonly monotonic: () => number
  readonly logger: Logger
  readonly name: string
  readonly roles: readonly string[]
  /** The tables whose rows the dead have to let go of. */
  readonly owned: readonly OwnedTable[]
  /**
   * Called when this node was declared dead while it lived (it was frozen, or cut off): what it held belongs to others
   * now.
   */
  readonly onFenced: () => void
  /** Called when the lease is good again after it had run out, before another node took what this one owns. */
  readonly onHeldAgain: () => void
  /** Called when what a dead node owned is free. */
  readonly onFreed: () => void
}

/** The state of a link of this node. */
export interface LinkSign {
  /** `<instance>/<name>`. */
  readonly link: string
  readonly state: LinkStatus['state']
  /** A line for operators. */
  readonly detail: string | null
  readonly figures: LinkFigures
  /** Newest first. Nodes of an earlier version report none. */
  readonly pdus?: readonly LinkPdu[]
  /** Names of the routes it serves. */
  readonly routes: readonly string[]
}

/** What other nodes have to know about this one. */
export interface NodeOffer {
  /** Links it is configured with, `<instance>/<name>`. */
  readonly links: readonly string[]
  /** Routes whose messages it sends. */
  readonly routes: readonly string[]
  /** The states of these links, written with every heartbeat for people to read. */
  readonly signs: () => readonly LinkSign[]
}

/**
 * This node's lease, and the watch over the other nodes.
 *
 * Every node writes a heartbeat. What it owns (batches of messages and webhooks, links, claims on pushes) bears the
 * number of its lease, which is never used again. A node whose last good heartbeat is older than ten seconds hands over
 * nothing more; after fifteen seconds any other node deletes its row and frees what it owned, and whatever the node
 * writes later finds no lease and changes nothing.
 *
 * A node judges others only when its own heartbeats have been getting through for fifteen seconds, so that no node is
 * declared dead because all of them had lost the database.
 */
export class NodeRegistry {
  readonly id = randomUUID()
  readonly #options: NodeRegistryOptions
  readonly #pools = new Set<string>()
  readonly #endedPools = new Set<string>()
  #signs: NodeOffer['signs'] = () => []
  #lease = 0
  /** When the last heartbeat that got through was sent. */
  #goodAt = Number.NEGATIVE_INFINITY
  #healthySince = Number.POSITIVE_INFINITY
  #isFenced = false
  #wasHeld = true
  #isStopped = false
  #cancel: (() => void) | undefined
  #burying: Promise<void> | undefined

  constructor(options: NodeRegistryOptions) {
    this.#options = options
  }

  /** The number of the lease, whether held or not; 0 before `start`. */
  get leaseNumber(): number {
    return this.#lease
  }

  /** The node's lease while it holds it, else null. */
  get lease(): number | null {
    return this.isHeld ? this.#lease : null
  }

  /** When the last heartbeat that got through was sent, by the monotonic clock. */
  get goodAt(): number {
    return this.#goodAt
  }

  /**
   * Whether this node may hand over what it owns: its last heartbeat is young enough that no other can have taken it.
   */
  get isHeld(): boolean {
    return !this.#isFenced && this.#options.monotonic() - this.#goodAt < LEASE_MS
  }

  async start(): Promise<void> {
    const { vital, monotonic, name, roles } = this.#options
    const sentAt = monotonic()
    const [row] = await vital<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (${this.id}, ${name}, ${textArray(roles)}::text[])
      returning lease`
    this.#lease = (row as { lease: number }).lease
    this.#goodAt = sentAt
    this.#healthySince = sentAt
    this.#plan()
  }

  /** Publishes what this node can send. */
  async offer({ links, routes, signs }: NodeOffer): Promise<void> {
    this.#signs = signs
    await this.#options.sql`
      update node set links = ${textArray(links)}::text[], routes = ${textArray(routes)}::text[]
      where lease = ${this.#lease}::bigint`
  }

  /** Registers a job pool of this node. Resolves once it is in the database. */
  async addPool(poolId: string): Promise<void> {
    this.#pools.add(poolId)
    await this.#options.sql`
      update node set pools = ${this.#poolIds}::text[] where lease = ${this.#lease}::bigint`
  }

  /** Frees the jobs of a pool that ended on its own; retried with the heartbeats until it works. */
  losePool(poolId: string): void {
    this.#endedPools.add(poolId)
  }

  /** Signs off: what this node still owned is free at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#burying
    this.#isFenced = true
    await inTransaction(this.#options.sql, async (tx) => {
      const gone = await tx<DeadNode[]>`
        delete from node where lease = ${this.#lease}::bigint returning node_id, name, lease, pools`
      await releaseWork(
        tx,
        gone.map((node) => node.lease),
      )
      await freeAll(tx, this.#options.owned, gone)
    })
  }

  get #poolIds(): string {
    return textArray([...this.#pools])
  }

  #plan(): void {
    if (this.#isStopped) return
    this.#cancel = this.#options.clock.after(BEAT_MS, () => void this.#beat())
  }

  async #beat(): Promise<void> {
    const { monotonic, logger } = this.#options
    const sentAt = monotonic()
    try {
      const isAlive = await this.#beatOnce()
      if (isAlive) this.#beatSucceeded(sentAt)
      else if (!this.#isStopped) this.#fence()
    } catch (error) {
      this.#healthySince = Number.POSITIVE_INFINITY
      if (!this.#isStopped) logger.warn({ error }, 'heartbeat failed')
    }
    this.#noteWhetherHeld()
    this.#plan()
  }

  /** False when this node's row is gone. */
  async #beatOnce(): Promise<boolean> {
    const { vital, clock } = this.#options
    // The pools are written each time, so that one that could not be registered when it started is registered now.
    const beat = vital`
      update node set beat_at = now(), pools = ${this.#poolIds}::text[], link_reports = ${JSON.stringify(this.#signs())}
      where lease = ${this.#lease}::bigint returning 1`.then((rows) => rows.length > 0)
    let cancel = () => {}
    const silence = new Promise<never>((_, reject) => {
      cancel = clock.after(BEAT_DEADLINE_MS, () => reject(new Error('the database does not answer')))
    })
    try {
      return await Promise.race([beat, silence])
    } finally {
      cancel()
      beat.catch(() => {})
    }
  }

  #beatSucceeded(sentAt: number): void {
    // The lease may have run out since the last heartbeat, and links may have been closed meanwhile.
    this.#noteWhetherHeld()
    this.#goodAt = sentAt
    if (this.#healthySince === Number.POSITIVE_INFINITY) this.#healthySince = sentAt
    if (!this.#wasHeld && this.isHeld) {
      this.#wasHeld = true
      this.#options.onHeldAgain()
    }
    const mayJudge = sentAt - this.#healthySince >= DEAD_MS
    if (!mayJudge && this.#endedPools.size === 0) return
    // Not part of the heartbeats, because it may have to wait for a lock.
    this.#burying ??= this.#lookAfterOthers(mayJudge)
      .catch((error: unknown) => this.#options.logger.warn({ error }, 'dead nodes could not be looked for'))
      .finally(() => {
        this.#burying = undefined
      })
  }

  async #lookAfterOthers(mayJudge: boolean): Promise<void> {
    const { sql, logger, onFreed } = this.#options
    await this.#freeEndedPools()
    if (!mayJudge) return
    const { dead, paused } = await inTransaction(
      sql,
      (tx) => removeDead(tx, this.#options.owned, this.#lease),
      BURY_DEADLINE_MS,
    )
    for (const node of dead) logger.warn({ node: node.node_id, name: node.name }, 'node is dead, what it owned is free')
    for (const { kind, key } of paused)
      logger.error({ kind, key }, 'work ended two processes and is paused: see `heliograph work list`')
    if (dead.length > 0) onFreed()
  }

  async #freeEndedPools(): Promise<void> {
    const ended = [...this.#endedPools]
    if (ended.length === 0) return
    await withDeadline(
      this.#options.sql`select graphile_worker.force_unlock_workers(${textArray(ended)}::text[])`,
      BURY_DEADLINE_MS,
    )
    for (const poolId of ended) {
      this.#endedPools.delete(poolId)
      this.#pools.delete(poolId)
    }
  }

  #noteWhetherHeld(): void {
    if (!this.isHeld) this.#wasHeld = false
  }

  #fence(): void {
    if (this.#isFenced) return
    this.#isFenced = true
    this.#isStopped = true
    this.#options.logger.error({ node: this.id }, 'this node was declared dead while it was out of touch')
    this.#options.onFenced()
  }
}

interface DeadNode extends EndedOwner {
  readonly name: string
  readonly pools: string[]
}

/**
 * Skips a node whose last statements still run and lock its row; the next call takes it. The sessions of its clients
 * and its links go with the row.
 */
async function removeDead(
  tx: Transaction,
  owned: readonly OwnedTable[],
  own: number,
): Promise<{ readonly dead: readonly DeadNode[]; readonly paused: readonly WorkName[] }> {
  const dead = await tx<DeadNode[]>`
    delete from node using (
      select lease from node
      where beat_at < now() - ${DEAD_MS}::integer * interval '1 millisecond' and lease <> ${own}::bigint
      for update skip locked
    ) as silent
    where node.lease = silent.lease
    returning node.node_id, node.name, node.lease, node.pools`
  const leases = dead.map((node) => node.lease)
  const paused = leases.length > 0 ? await countEnds(tx, leases) : []
  await freeAll(tx, owned, dead)
  return { dead, paused }
}

async function freeAll(tx: Transaction, owned: readonly OwnedTable[], nodes: readonly DeadNode[]): Promise<void> {
  if (nodes.length === 0) return
  for (const table of owned) await table.free(tx, nodes)
  const pools = nodes.flatMap((node) => node.pools)
  if (pools.length > 0) await tx`select graphile_worker.force_unlock_workers(${textArray(pools)}::text[])`
}
