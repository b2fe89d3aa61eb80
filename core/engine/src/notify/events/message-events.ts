import type { MessageEvents } from '@heliograph/contracts'
import { checkSubscription } from '@heliograph/messaging'
import { serviceAnswer } from '../../database/service-answer.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { EventLoop } from './event-loop.ts'
import { dropSubscription, storeSubscription } from './event-statements.ts'

/** How often to try to get in between the statements that write messages. */
const ATTEMPTS = 20

/** SQLSTATE `lock_not_available`. */
const LOCKED = '55P03'

/** The `MessageEvents` service of a node. */
export interface NodeEvents extends MessageEvents {
  /** Stops all subscriptions on this node. */
  stop(): Promise<void>
}

/** Creates the `MessageEvents` service. */
export function createMessageEvents(options: OwnerTools): NodeEvents {
  const { sql } = options
  const loops = new Set<EventLoop>()
  const held = new Set<number>()
  return {
    async subscribe(subscription) {
      checkSubscription(subscription)
      await serviceAnswer(persist(() => storeSubscription(sql, subscription.name, subscription.kinds)))
      const loop = new EventLoop({ ...options, held, subscription })
      loops.add(loop)
      return {
        async stop() {
          await loop.stop()
          loops.delete(loop)
        },
      }
    },
    cancel: (name) => serviceAnswer(persist(() => dropSubscription(sql, name))),
    async stop() {
      await Promise.all([...loops].map((loop) => loop.stop()))
    },
  }
}

async function persist(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change()
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCKED || attempt === ATTEMPTS) throw error
    }
  }
}
