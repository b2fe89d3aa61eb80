import type { Clock, EventSubscription, MessageEvent, MessageEvents } from '@heliograph/contracts'
import { checkSubscription } from '@heliograph/messaging'
import type { Faults } from './faults.ts'

type Unnumbered<T> = T extends MessageEvent ? Omit<T, 'eventId'> : never

/** What happens in the double, for those who subscribe to it. */
export interface Events {
  readonly service: MessageEvents
  note(event: Unnumbered<MessageEvent>): void
}

interface Subscribed {
  kinds: EventSubscription['kinds']
  waiting: MessageEvent[]
  readonly listeners: Set<Listener>
}

interface Listener {
  readonly handler: EventSubscription['handler']
  readonly end: AbortController
  /** The batch it has, until that is over. */
  busy: Promise<void> | undefined
  tries: number
}

const BATCH = 100
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 300_000

export function createEvents(clock: Clock, faults: Faults): Events {
  const subscriptions = new Map<string, Subscribed>()
  let lastId = 0

  /** Hands over in a turn of its own, as after a commit. */
  function hand(subscribed: Subscribed): void {
    for (const listener of subscribed.listeners)
      if (listener.busy === undefined && subscribed.waiting.length > 0)
        listener.busy = handBatch(subscribed, listener).finally(() => {
          listener.busy = undefined
          if (listener.tries === 0) hand(subscribed)
        })
  }

  async function handBatch(subscribed: Subscribed, listener: Listener): Promise<void> {
    const batch = subscribed.waiting.splice(0, BATCH)
    await Promise.resolve()
    try {
      await listener.handler(batch, listener.end.signal)
      listener.tries = 0
    } catch {
      subscribed.waiting.unshift(...batch)
      clock.after(Math.min(FIRST_WAIT_MS * 2 ** listener.tries, LONGEST_WAIT_MS), () => hand(subscribed))
      listener.tries += 1
    }
  }

  const service: MessageEvents = {
    async subscribe(subscription) {
      faults.trip('events')
      checkSubscription(subscription)
      const { handler, kinds, name } = subscription
      const subscribed = subscriptions.get(name) ?? { kinds, waiting: [], listeners: new Set() }
      subscribed.kinds = kinds
      subscriptions.set(name, subscribed)
      const listener: Listener = { handler, end: new AbortController(), busy: undefined, tries: 0 }
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
    note(event) {
      for (const subscribed of subscriptions.values()) {
        if (!subscribed.kinds.includes(event.kind)) continue
        subscribed.waiting.push({ ...event, eventId: ++lastId } as MessageEvent)
        hand(subscribed)
      }
    },
  }
}
