import type { Queryable } from '../../database/database.ts'
import type { PushContent } from './push-content.ts'
import { insertPushes } from './push-statements.ts'
import type { AfterCommit, PushTools } from './push-tools.ts'

/** A push that is to be stored. */
export interface PushDraft {
  readonly userId: number
  readonly content: PushContent
}

/**
 * Stores pushes, claimed by this node where it has a receiver with room. Call the function that it resolves with after
 * the commit, and only then: it hands over the claimed ones without reading them back.
 */
export async function enqueuePushes(
  tx: Queryable,
  tools: PushTools,
  drafts: readonly PushDraft[],
): Promise<AfterCommit> {
  if (drafts.length === 0) return () => {}
  const { ids, outbox } = tools
  const pushIds = await ids.take(drafts.length)
  const pushes = drafts.map(({ userId, content }, index) => {
    const owner = outbox.takerOf(userId)
    return { pushId: pushIds[index] as number, userId, starts: owner === null ? 0 : 1, content, owner }
  })
  await insertPushes(tx, pushes)
  const claimed = pushes.filter((push) => push.owner !== null)
  return () => {
    if (claimed.length > 0) outbox.offer(claimed)
  }
}
