import type { Clock, Delivery, DeliveryReceiver } from '@heliograph/contracts'
import { PUSHES_KEPT_HOURS } from '@heliograph/messaging'

/** `later` and unanswered ones are tried again after this time, unless another session takes them first. */
export const RETRY_DELIVERY_MS = 1_000

const KEEP_DELIVERY_MS = PUSHES_KEPT_HOURS * 3_600_000

/** A delivery and what became of it; `waiting` covers what is in the hands of a receiver. */
export interface RecordedDelivery {
  readonly userId: number
  readonly delivery: Delivery
  readonly state: 'waiting' | 'taken' | 'refused' | 'expired'
  /** Times it was handed to a receiver. */
  readonly attempts: number
}

type Without<T> = T extends Delivery ? Omit<T, 'deliveryId'> : never

/** Deliveries of all users: what waits, and the receivers that take it. */
export interface Deliveries {
  /** Every delivery there ever was, oldest first, as it stands now. */
  readonly all: readonly RecordedDelivery[]
  add(userId: number, delivery: Without<Delivery>): void
  /** True when a session of the user could take deliveries within the time they are kept: for others nothing is kept. */
  isReceiving(userId: number): boolean
  /** Lets a receiver have deliveries of a user; the function returned ends that at once. */
  attach(userId: number, receiver: DeliveryReceiver): () => void
}

interface Item {
  readonly userId: number
  readonly delivery: Delivery
  readonly expiresAt: number
  state: RecordedDelivery['state']
  attempts: number
  isHanded: boolean
  /** Who said `later`, and from when on they are asked again. */
  readonly tried: Set<Seat>
  notBefore: number
}

/** A receiver in its place. */
interface Seat {
  readonly userId: number
  readonly receiver: DeliveryReceiver
  outstanding: number
}

export function createDeliveries(clock: Clock): Deliveries {
  const items: Item[] = []
  const seats = new Set<Seat>()
  /** When the last receiver of a user went, or came. */
  const seenAt = new Map<number, number>()
  let cancelRetry: (() => void) | undefined

  function isOpen(item: Item): boolean {
    if (item.state === 'waiting' && !item.isHanded && clock.now() >= item.expiresAt) item.state = 'expired'
    return item.state === 'waiting' && !item.isHanded
  }

  function seatFor(item: Item): Seat | undefined {
    const isDue = clock.now() >= item.notBefore
    const free = [...seats].filter(
      (seat) =>
        seat.userId === item.userId && seat.outstanding < seat.receiver.window && (isDue || !item.tried.has(seat)),
    )
    return free.sort((a, b) => a.outstanding - b.outstanding)[0]
  }

  /** Hands over in a turn of its own, as the engine does after its commit. A receiver that rejects breaks its contract and ends the test. */
  function pump(): void {
    queueMicrotask(() => {
      for (const item of items) {
        const seat = isOpen(item) ? seatFor(item) : undefined
        if (seat) void hand(item, seat)
      }
      scheduleRetry()
    })
  }

  async function hand(item: Item, seat: Seat): Promise<void> {
    item.isHanded = true
    item.attempts += 1
    seat.outstanding += 1
    const answer = await seat.receiver.deliver(item.delivery)
    seat.outstanding -= 1
    item.isHanded = false
    if (answer === 'later') {
      item.tried.add(seat)
      item.notBefore = clock.now() + RETRY_DELIVERY_MS
    } else {
      item.state = answer
    }
    pump()
  }

  /** One timer for all, and none while there is no session to deliver to. */
  function scheduleRetry(): void {
    cancelRetry?.()
    cancelRetry = undefined
    const users = new Set([...seats].map(({ userId }) => userId))
    const waits = items.filter((item) => isOpen(item) && users.has(item.userId) && item.notBefore > clock.now())
    if (waits.length === 0) return
    cancelRetry = clock.after(Math.min(...waits.map(({ notBefore }) => notBefore)) - clock.now(), pump)
  }

  return {
    get all() {
      for (const item of items) isOpen(item)
      return items.map(({ userId, delivery, state, attempts }) => ({ userId, delivery, state, attempts }))
    },
    add(userId, delivery) {
      items.push({
        userId,
        delivery: { ...delivery, deliveryId: items.length + 1 } as Delivery,
        expiresAt: clock.now() + KEEP_DELIVERY_MS,
        state: 'waiting',
        attempts: 0,
        isHanded: false,
        tried: new Set(),
        notBefore: 0,
      })
      pump()
    },
    isReceiving: (userId) =>
      [...seats].some((seat) => seat.userId === userId) ||
      clock.now() - (seenAt.get(userId) ?? Number.NEGATIVE_INFINITY) < KEEP_DELIVERY_MS,
    attach(userId, receiver) {
      const seat = { userId, receiver, outstanding: 0 }
      seats.add(seat)
      pump()
      return () => {
        seats.delete(seat)
        seenAt.set(userId, clock.now())
        scheduleRetry()
      }
    },
  }
}
