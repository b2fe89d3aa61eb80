import type { MessageEvents } from '@heliograph/contracts'
import { checkSubscription } from '@heliograph/messaging'
import { serviceAnswer } from '../../database/service-answer.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { EventLoop } from './event-loop.ts'
import { dropSubscription, persist, storeSubscription } from './event-statements.ts'

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
