import type { Queryable } from '../database/database.ts'
import type { DeliveryContent } from './delivery-content.ts'
import { insertDeliveries } from './delivery-statements.ts'
import type { AfterCommit, DeliveryTools } from './delivery-tools.ts'

/** A delivery that is to be stored. */
export interface DeliveryDraft {
  readonly userId: number
  readonly content: DeliveryContent
}

/**
 * Stores deliveries, claimed by this node where it has a receiver with room. Call what it resolves with after the commit, and only then: it hands over those without
 * reading them back.
 */
export async function enqueueDeliveries(
  tx: Queryable,
  tools: DeliveryTools,
  drafts: readonly DeliveryDraft[],
): Promise<AfterCommit> {
  if (drafts.length === 0) return () => {}
  const { ids, outbox } = tools
  const deliveryIds = await ids.take(drafts.length)
  const deliveries = drafts.map(({ userId, content }, index) => ({
    deliveryId: deliveryIds[index] as number,
    userId,
    tries: 0,
    content,
    nodeId: outbox.mayTake(userId) ? outbox.nodeId : null,
  }))
  await insertDeliveries(tx, deliveries)
  const claimed = deliveries.filter((delivery) => delivery.nodeId !== null)
  return () => {
    if (claimed.length > 0) outbox.offer(claimed)
  }
}
