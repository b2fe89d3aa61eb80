import type { Clock, Push, PushReceiver } from '@heliograph/contracts'
import { PUSHES_KEPT_HOURS } from '@heliograph/messaging'

/**
 * After this time, pushes answered with `later` and unanswered ones are tried again, unless another session takes them
 * first.
 */
const RETRY_PUSH_MS = 1_000

const KEEP_PUSH_MS = PUSHES_KEPT_HOURS * 3_600_000

/** A push and what became of it; `waiting` includes pushes that a receiver is handling. @stability stable */
export interface RecordedPush {
  readonly userId: number
  readonly push: Push
  readonly state: 'waiting' | 'taken' | 'refused' | 'expired'
  /** Times it was handed to a receiver. */
  readonly attempts: number
}

type Without<T> = T extends Push ? Omit<T, 'pushId'> : never

/** Pushes of all users: those that wait, and the receivers that take them. */
export interface Pushes {
  /** Every push so far in its current state, oldest first. */
  readonly all: readonly RecordedPush[]
  add(userId: number, push: Without<Push>): void
  /**
   * True when a session of the user could take pushes within the time they are kept; for other users nothing is kept.
   */
  isReceiving(userId: number): boolean
  /** Lets a receiver have the pushes of a user; the returned function ends that at once. */
  attach(userId: number, receiver: PushReceiver): () => void
}

interface Item {
  readonly userId: number
  readonly push: Push
  readonly expiresAt: number
  state: RecordedPush['state']
  attempts: number
  isHanded: boolean
  /** The receivers that answered `later`; they are asked again from `notBefore` on. */
  readonly tried: Set<Session>
  notBefore: number
}

/** An attached receiver. */
interface Session {
  readonly userId: number
  readonly receiver: PushReceiver
  outstanding: number
}

export function createPushes(clock: Clock): Pushes {
  const items: Item[] = []
  const sessions = new Set<Session>()
  /** When a receiver of a user was last detached. */
  const seenAt = new Map<number, number>()
  let cancelRetry: (() => void) | undefined

  function isOpen(item: Item): boolean {
    if (item.state === 'waiting' && !item.isHanded && clock.now() >= item.expiresAt) item.state = 'expired'
    return item.state === 'waiting' && !item.isHanded
  }

  function sessionFor(item: Item): Session | undefined {
    const isDue = clock.now() >= item.notBefore
    const free = [...sessions].filter(
      (session) =>
        session.userId === item.userId &&
        session.outstanding < session.receiver.window &&
        (isDue || !item.tried.has(session)),
    )
    return free.sort((a, b) => a.outstanding - b.outstanding)[0]
  }

  /**
   * Hands over in a separate turn of the loop, as the engine does after its commit. A receiver that rejects breaks its
   * contract and ends the test.
   */
  function pump(): void {
    queueMicrotask(() => {
      for (const item of items) {
        const session = isOpen(item) ? sessionFor(item) : undefined
        if (session) void hand(item, session)
      }
      scheduleRetry()
    })
  }

  async function hand(item: Item, session: Session): Promise<void> {
    item.isHanded = true
    item.attempts += 1
    session.outstanding += 1
    const answer = await session.receiver.receive(item.push)
    session.outstanding -= 1
    item.isHanded = false
    if (answer === 'later') {
      item.tried.add(session)
      item.notBefore = clock.now() + RETRY_PUSH_MS
    } else {
      item.state = answer
    }
    pump()
  }

  /** One timer for all pushes, and none while there is no session to push to. */
  function scheduleRetry(): void {
    cancelRetry?.()
    cancelRetry = undefined
    const users = new Set([...sessions].map(({ userId }) => userId))
    const waits = items.filter((item) => isOpen(item) && users.has(item.userId) && item.notBefore > clock.now())
    if (waits.length === 0) return
    cancelRetry = clock.after(Math.min(...waits.map(({ notBefore }) => notBefore)) - clock.now(), pump)
  }

  return {
    get all() {
      for (const item of items) isOpen(item)
      return items.map(({ userId, push, state, attempts }) => ({ userId, push, state, attempts }))
    },
    add(userId, push) {
      items.push({
        userId,
        push: { ...push, pushId: items.length + 1 } as Push,
        expiresAt: clock.now() + KEEP_PUSH_MS,
        state: 'waiting',
        attempts: 0,
        isHanded: false,
        tried: new Set(),
        notBefore: 0,
      })
      pump()
    },
    isReceiving: (userId) =>
      [...sessions].some((session) => session.userId === userId) ||
      clock.now() - (seenAt.get(userId) ?? Number.NEGATIVE_INFINITY) < KEEP_PUSH_MS,
    attach(userId, receiver) {
      const session = { userId, receiver, outstanding: 0 }
      sessions.add(session)
      pump()
      return () => {
        sessions.delete(session)
        seenAt.set(userId, clock.now())
        scheduleRetry()
      }
    },
  }
}
