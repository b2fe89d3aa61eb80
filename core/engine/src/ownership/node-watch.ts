import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { DEAD_SECONDS } from '../database/dead-after.ts'
import { freeEnded } from './owned-rows.ts'
import type { OwnedTable } from './owned-table.ts'
import { freePools, removeNode } from './remove-node.ts'

/** How often a node looks at the heartbeats of the others. */
const LOOK_MS = 1_000
/** Without a new heartbeat for this long a node is dead. It will have stopped on its own five seconds earlier. */
export const DEAD_MS = DEAD_SECONDS * 1_000
/** A node of the same name that still has heartbeats after this time is not just being replaced. */
const NAMESAKE_MS = 20_000
/** What one look may add to that at most: in a longer pause the others may have been cut off too. */
const SEEN_MS = 3_000

export interface NodeWatchOptions {
  /**
   * For statements that never wait, with a short deadline: about the node's own row, and looks at others. A connection
   * that has gone dead costs a few seconds and no more.
   */
  readonly vital: Sql
  /** For removing the dead, for this alone: chores that wait for locks must not hold up what a dead node left. */
  readonly burial: Sql
  readonly clock: Clock
  readonly monotonic: () => number
  readonly logger: Logger
  /** The tables whose rows the dead have to let go of. */
  readonly owned: readonly OwnedTable[]
  /** The name of this node, which no other one should have. */
  readonly name: string
  /** This node's own lease. */
  readonly lease: () => number
  /** Called when what a dead node owned is free. */
  readonly onFreed: () => void
  /** Called when the jobs of pools given to `losePool` are free. */
  readonly onPoolsFreed: (poolIds: readonly string[]) => void
}

/** What an operator is to do about nodes of one name. */
export const ONE_NAME_EACH = 'give each its own `node.name`, so that logs and lists tell them apart'

/** A node as this one sees it. */
interface Seen {
  /** Its last heartbeat by the database's clock, which may be wrong: it only shows that there was a new one. */
  readonly beat: string
  readonly silentMs: number
  /** When it was seen first, by the monotonic clock. */
  readonly firstAt: number
}

interface NodeRow {
  readonly lease: number
  readonly node_id: string
  readonly name: string
  readonly beat: string
}

/**
 * Watches the other nodes. One whose heartbeat has not changed for fifteen seconds, by this node's own monotonic clock,
 * is dead: its row is removed, and what it owned is free.
 *
 * No clock but this node's matters, and only time in which this node saw the database counts. So no step of a clock and
 * no absence of the database makes a node look dead.
 */
export class NodeWatch {
  readonly #options: NodeWatchOptions
  #seen = new Map<number, Seen>()
  #lookedAt: number
  /** Pools of this node that ended on their own and whose jobs are to be freed. */
  readonly #endedPools = new Set<string>()
  /** Nodes whose processes have ended for certain. */
  #endedNodes: ReadonlySet<string> = new Set()
  #hasNamesake = false
  #isStopped = false
  #cancel: (() => void) | undefined
  #looking: Promise<void> | undefined

  constructor(options: NodeWatchOptions) {
    this.#options = options
    this.#lookedAt = options.monotonic()
  }

  start(): void {
    this.#lookedAt = this.#options.monotonic()
    this.#plan()
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#looking
  }

  /** Frees the jobs of a job pool that ended on its own; tried with each look until it works. */
  losePool(poolId: string): void {
    this.#endedPools.add(poolId)
  }

  /** Whether another node lives under this one's name. */
  get hasNamesake(): boolean {
    return this.#hasNamesake
  }

  /** Removes nodes whose processes have ended for certain, without waiting for their silence. */
  async nodesEnded(nodeIds: readonly string[]): Promise<void> {
    this.#endedNodes = new Set(nodeIds)
    this.#looking = this.look()
    await this.#looking
  }

  #plan(): void {
    if (this.#isStopped) return
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      this.#looking = this.look().finally(() => this.#plan())
    })
  }

  /** Looks once. Never rejects. */
  async look(): Promise<void> {
    const { vital, burial, owned, logger, onFreed } = this.#options
    try {
      await this.#freeEndedPools()
      let isFreed = false
      for (const lease of await this.#findSilent()) if (await this.#bury(lease)) isFreed = true
      // Also what another node left when it ended before it had freed all.
      if (await freeEnded(burial, owned, vital)) isFreed = true
      if (isFreed) onFreed()
    } catch (error) {
      if (!this.#isStopped) logger.warn({ err: error }, 'other nodes could not be checked')
    }
  }

  async #findSilent(): Promise<readonly number[]> {
    const { vital, monotonic } = this.#options
    const askedAt = monotonic()
    const rows = await vital<NodeRow[]>`
        select lease, node_id, name, beat_at::text as beat
        from node where lease <> ${this.#options.lease()}::bigint order by lease`
    const sinceMs = Math.min(Math.max(0, askedAt - this.#lookedAt), SEEN_MS)
    this.#lookedAt = askedAt
    const before = this.#seen
    this.#seen = new Map()
    for (const { lease, beat } of rows) {
      const known = before.get(lease)
      const silentMs = known?.beat === beat ? known.silentMs + sinceMs : 0
      this.#seen.set(lease, { beat, silentMs, firstAt: known?.firstAt ?? askedAt })
    }
    this.#noteNamesakes(rows, askedAt)
    return rows.filter((row) => this.#isDead(row)).map(({ lease }) => lease)
  }

  #isDead({ lease, node_id: nodeId }: NodeRow): boolean {
    return this.#endedNodes.has(nodeId) || (this.#seen.get(lease)?.silentMs ?? 0) >= DEAD_MS
  }

  /** A node that is stopping while this one starts does not count as a namesake, nor does one that has ended. */
  #noteNamesakes(rows: readonly NodeRow[], now: number): void {
    const { name, logger } = this.#options
    const found = rows.filter((row) => {
      const { firstAt, silentMs } = this.#seen.get(row.lease) as Seen
      return row.name === name && now - silentMs - firstAt >= NAMESAKE_MS
    })
    if (found.length > 0 && !this.#hasNamesake)
      logger.error({ name, nodes: found.map((row) => row.node_id) }, `another node has the same name: ${ONE_NAME_EACH}`)
    this.#hasNamesake = found.length > 0
  }

  /** One at a time: a row of one that is still locked must not keep what the others left. */
  async #bury(lease: number): Promise<boolean> {
    const { burial, logger } = this.#options
    const beat = this.#seen.get(lease)?.beat ?? ''
    const removed = await removeNode(burial, { lease, beat })
    if (removed === undefined) return false
    logger.warn({ node: removed.node_id, name: removed.name }, 'node is dead; what it owned was released')
    for (const { kind, key } of removed.paused)
      logger.error({ kind, key }, 'work crashed two processes and is paused: see `heliograph work list`')
    return true
  }

  async #freeEndedPools(): Promise<void> {
    const ended = [...this.#endedPools]
    if (ended.length === 0) return
    await freePools(this.#options.burial, ended)
    for (const poolId of ended) this.#endedPools.delete(poolId)
    this.#options.onPoolsFreed(ended)
  }
}
