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
}

interface Listener {
  readonly handler: EventSubscription['handler']
  readonly end: AbortController
  /** The batch it is handling, until that is done. */
  busy: Promise<void> | undefined
}

const BATCH = 100
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
    const again = await taken(listener, events)
    const putOff = batch.filter(({ event }) => again.includes(event.eventId)).map(putOffOnce)
    if (putOff.length === 0) return
    subscribed.waiting = [...putOff, ...subscribed.waiting].sort((a, b) => a.event.eventId - b.event.eventId)
    for (const { dueAt } of putOff) clock.after(dueAt - clock.now(), () => hand(subscribed))
  }

  /** Resolves with the ids of the events to be delivered again. */
  async function taken({ handler, end }: Listener, events: readonly MessageEvent[]): Promise<readonly number[]> {
    try {
      return (await handler(events, end.signal)) ?? []
    } catch {
      return events.map(({ eventId }) => eventId)
    }
  }

  function putOffOnce({ event, tries }: Waiting): Waiting {
    return { event, tries: tries + 1, dueAt: clock.now() + Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) }
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
  }
}
