import type { Admission, Principal, RateLimits } from '@heliograph/contracts'
import type { NodeTools } from '../../database/node-tools.ts'
import { SlidingWindow, WINDOW_MS } from './sliding-window.ts'
import { type KeyUsage, publishUsage, purgeUsage, readUsageOfOthers } from './usage.ts'
import { UsageOfOthers } from './usage-of-others.ts'

const EXCHANGE_MS = 250
/**
 * From this many other nodes on, the exchange is rarer in proportion: each node reads what all others publish, so at a
 * fixed pace the work of the database would grow with the square of their number.
 */
const NODES_AT_FULL_PACE = 8
const PURGE_MS = 60_000
/** Rows are kept longer than the window because the clocks of nodes differ. */
const KEPT_SECONDS = 2 * (WINDOW_MS / 1000)

export interface RateLimitsOptions extends NodeTools {
  /** The node's UUID: distinguishes its counts from those of the others. */
  readonly nodeId: string
}

/** The `RateLimits` service with its life cycle. */
export interface NodeRateLimits extends RateLimits {
  /** Begins to exchange counts with the other nodes. */
  start(): void
  /** Stops the exchange; resolves when nothing is under way any more. */
  stop(): Promise<void>
}

interface KeyState {
  readonly window: SlidingWindow
  /** When it last asked, admitted or not. */
  askedAt: number
  /** Requests admitted since the last exchange that succeeded. */
  dirty: boolean
  /** The first second to publish next. */
  publishFrom: number
}

const ADMITTED: Admission = { admitted: true }

/** Nodes of earlier versions published the counts of keys under the keys' own numbers, which are smaller. */
const USERS_FROM = 2 ** 52

/**
 * The number under which a request counts: all keys of a user count together, with its logins by password; its
 * sessions apart from these.
 */
function countOf({ keyId, scope, userId }: Principal): number {
  const isSession = keyId === null && scope === 'portal'
  return isSession ? -userId : USERS_FROM + userId
}

/** The second of the last request. */
function secondOf(window: SlidingWindow): number {
  return Math.floor(window.lastAt / 1000)
}

/**
 * Creates the rate limits of a node.
 *
 * `admit` decides from memory. Every 250 ms, or with more than eight other nodes proportionally less often, the node
 * publishes its counts of the keys it served and reads what the other nodes have published since, so a limit holds over
 * all nodes except for what they admit within that time of each other. While the database is away each node goes on
 * alone.
 */
export function createRateLimits({ sql, clock, logger, nodeId }: RateLimitsOptions): NodeRateLimits {
  const keys = new Map<number, KeyState>()
  const others = new UsageOfOthers()
  let sequence = 0
  let running = false
  let cancelTimer = () => {}
  let underWay = Promise.resolve()
  let purgedAt = clock.now()
  let failing = false

  function admit(principal: Principal): Admission {
    const id = countOf(principal)
    const now = clock.now()
    let key = keys.get(id)
    if (key === undefined) {
      key = { window: new SlidingWindow(), askedAt: now, dirty: false, publishFrom: Math.floor(now / 1000) }
      key.window.setOthers(others.of(id), now)
      keys.set(id, key)
    }
    key.askedAt = now
    if (key.window.admit(now, principal.rateLimit)) {
      key.dirty = true
      return ADMITTED
    }
    const waitMs = key.window.waitMs(now, principal.rateLimit)
    return { admitted: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
  }

  /** Forgets keys without a request for the length of the window, so that memory follows the keys in use. */
  function forgetIdle(now: number): void {
    for (const [id, key] of keys) if (key.askedAt + WINDOW_MS <= now && !key.dirty) keys.delete(id)
  }

  async function publish(): Promise<void> {
    const usage: KeyUsage[] = []
    const published: KeyState[] = []
    for (const [keyId, key] of keys) {
      if (!key.dirty) continue
      key.dirty = false
      published.push(key)
      // The clock may have been set back since.
      const from = Math.min(key.publishFrom, secondOf(key.window))
      for (const { second, requests } of key.window.ownSeconds(from)) {
        usage.push({ keyId, second, requests })
      }
    }
    if (usage.length === 0) return
    const lastSeconds = published.map((key) => secondOf(key.window))
    const lastSecond = usage.reduce((latest, { second }) => Math.max(latest, second), 0)
    sequence += 1
    try {
      await publishUsage(sql, { nodeId, sequence, lastSecond, usage })
    } catch (error) {
      for (const key of published) key.dirty = true
      throw error
    }
    published.forEach((key, index) => {
      key.publishFrom = lastSeconds[index] as number
    })
  }

  async function readOthers(): Promise<void> {
    const touched = new Set<number>()
    for (const publication of await readUsageOfOthers(sql, nodeId, others.positions)) {
      for (const keyId of others.add(publication)) touched.add(keyId)
    }
    for (const keyId of touched) keys.get(keyId)?.window.setOthers(others.of(keyId), clock.now())
  }

  async function purge(now: number): Promise<void> {
    const second = Math.floor(now / 1000) - KEPT_SECONDS
    others.forget(second)
    await purgeUsage(sql, second)
  }

  async function exchange(): Promise<void> {
    const now = clock.now()
    try {
      forgetIdle(now)
      await publish()
      await readOthers()
      if (now - purgedAt >= PURGE_MS) {
        purgedAt = now
        await purge(now)
      }
      failing = false
    } catch (error) {
      if (!failing) logger.warn({ err: error }, 'rate limits apply to this node alone until the database answers')
      failing = true
    }
  }

  function schedule(): void {
    cancelTimer = clock.after(EXCHANGE_MS * Math.max(1, others.positions.size / NODES_AT_FULL_PACE), () => {
      underWay = exchange().then(() => {
        if (running) schedule()
      })
    })
  }

  return {
    admit,
    start() {
      if (running) return
      running = true
      schedule()
    },
    async stop() {
      running = false
      cancelTimer()
      await underWay
    },
  }
}
