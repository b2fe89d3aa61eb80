import type { Clock, EventLog, EventSubscription, MessageEvent, MessageEvents } from '@heliograph/contracts'
import { checkSubscription } from '@heliograph/messaging'
import { createEventLogDouble } from './event-log.ts'
import type { Faults } from './faults.ts'

type Unnumbered<T> = T extends MessageEvent ? Omit<T, 'eventId'> : never

/** What happens in the double, for its subscribers. */
export interface Events {
  readonly service: MessageEvents
  readonly log: EventLog
  note(event: Unnumbered<MessageEvent>): void
  /**
   * Hands events over in one batch, whether or not they were handed over before. Resolves when they are taken. Throws
   * when nothing listens to one of them, or when one is taken in none of many tries.
   */
  emit(events: readonly MessageEvent[]): Promise<EventHandover>
}

/** How events were handed over. @stability experimental */
export interface EventHandover {
  /** Times that the one which came most often was handed over. */
  readonly times: number
  /** What the handler threw last; undefined when it took everything. */
  readonly error: unknown
}

interface Subscribed {
  kinds: EventSubscription['kinds']
  /** Oldest first. */
  waiting: Waiting[]
  readonly listeners: Set<Listener>
}

interface Waiting {
  readonly event: MessageEvent
  readonly tries: number
  /** Time of the clock. */
  readonly dueAt: number
  /** Of an event that somebody waits for. */
  readonly tell?: ((ending: EventHandover & { readonly isTaken: boolean }) => void) | undefined
  /** What the handler threw last. */
  readonly error?: unknown
}

interface Listener {
  readonly handler: EventSubscription['handler']
  readonly end: AbortController
  /** The batch it is handling, until that is done. */
  busy: Promise<void> | undefined
}

const BATCH = 100
/** Handovers of an event that somebody waits for. */
const MOST_TRIES = 20
/** How long a handler may take until its signal aborts. */
const HANDLER_MS = 60_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 300_000

export function createEvents(clock: Clock, faults: Faults): Events {
  const subscriptions = new Map<string, Subscribed>()
  const log = createEventLogDouble(clock, faults)
  let lastId = 0

  /** Hands over in a separate turn of the loop, as after a commit. */
  function hand(subscribed: Subscribed): void {
    for (const listener of subscribed.listeners) {
      const batch = subscribed.waiting.filter(({ dueAt }) => dueAt <= clock.now()).slice(0, BATCH)
      if (listener.busy !== undefined || batch.length === 0) continue
      subscribed.waiting = subscribed.waiting.filter((each) => !batch.includes(each))
      listener.busy = handBatch(subscribed, listener, batch).finally(() => {
        listener.busy = undefined
        hand(subscribed)
      })
    }
  }

  async function handBatch(subscribed: Subscribed, listener: Listener, batch: readonly Waiting[]): Promise<void> {
    const events = batch.map(({ event }) => event)
    await Promise.resolve()
    const { again, error } = await taken(listener, events)
    const putOff: Waiting[] = []
    for (const waiting of batch) {
      const { event, tell, tries } = waiting
      const isTaken = !again.includes(event.eventId)
      if (isTaken || (tell && tries + 1 >= MOST_TRIES)) {
        tell?.({ isTaken, times: tries + 1, error: error ?? waiting.error })
      } else putOff.push(putOffOnce(waiting, error))
    }
    if (putOff.length === 0) return
    subscribed.waiting = [...putOff, ...subscribed.waiting].sort((a, b) => a.event.eventId - b.event.eventId)
    for (const { dueAt } of putOff) clock.after(dueAt - clock.now(), () => hand(subscribed))
  }

  /** Resolves with the ids of the events to be delivered again. */
  async function taken({ handler, end }: Listener, events: readonly MessageEvent[]) {
    const time = new AbortController()
    const cancel = clock.after(HANDLER_MS, () => time.abort())
    try {
      const again = await handler(events, AbortSignal.any([end.signal, time.signal]))
      return { again: again ?? [], error: undefined }
    } catch (error) {
      return { again: events.map(({ eventId }) => eventId), error }
    } finally {
      cancel()
    }
  }

  function putOffOnce({ event, tries, tell, error: earlier }: Waiting, error: unknown): Waiting {
    const dueAt = clock.now() + Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS)
    return { event, tries: tries + 1, dueAt, tell, error: error ?? earlier }
  }

  const service: MessageEvents = {
    async subscribe(subscription) {
      faults.trip('events')
      checkSubscription(subscription)
      const { handler, kinds, name } = subscription
      const subscribed = subscriptions.get(name) ?? { kinds, waiting: [], listeners: new Set() }
      subscribed.kinds = kinds
      subscriptions.set(name, subscribed)
      const listener: Listener = { handler, end: new AbortController(), busy: undefined }
      subscribed.listeners.add(listener)
      hand(subscribed)
      return {
        async stop() {
          subscribed.listeners.delete(listener)
          listener.end.abort()
          await listener.busy
        },
      }
    },
    async cancel(name) {
      faults.trip('events')
      subscriptions.delete(name)
    },
  }
  return {
    service,
    log: log.service,
    note(event) {
      log.note({ ...event, eventId: ++lastId } as MessageEvent)
      for (const subscribed of subscriptions.values()) {
        if (!subscribed.kinds.includes(event.kind)) continue
        subscribed.waiting.push({
          event: { ...event, eventId: ++lastId } as MessageEvent,
          tries: 0,
          dueAt: clock.now(),
        })
        hand(subscribed)
      }
    },
    async emit(events) {
      const waiting = events.flatMap((event) =>
        [...subscriptions.values()]
          .filter(({ kinds, listeners }) => listeners.size > 0 && kinds.includes(event.kind))
          .map((subscribed) => ({ event, subscribed })),
      )
      const deaf = events.find((event) => !waiting.some((each) => each.event === event))
      if (deaf !== undefined) throw new Error(`Nothing listens to ${deaf.kind}`)
      const handovers = waiting.map(
        ({ event, subscribed }) =>
          new Promise<EventHandover>((resolve, reject) => {
            const tell: Waiting['tell'] = ({ isTaken, ...handover }) => {
              if (isTaken) resolve(handover)
              else reject(new Error(`The handler did not take ${event.kind} in ${MOST_TRIES} tries: ${handover.error}`))
            }
            subscribed.waiting.push({ event, tries: 0, dueAt: clock.now(), tell })
          }),
      )
      for (const subscribed of new Set(waiting.map((each) => each.subscribed))) hand(subscribed)
      const all = await Promise.all(handovers)
      return {
        times: Math.max(0, ...all.map(({ times }) => times)),
        error: all.find(({ error }) => error !== undefined)?.error,
      }
    },
  }
}
