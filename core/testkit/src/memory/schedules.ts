import {
  type BulkState,
  GatewayError,
  type MessageState,
  type Principal,
  type ScheduledBulk,
} from '@heliograph/contracts'
import { bulkState } from '@heliograph/messaging'
import type { Messages, StoredMessage } from './messages.ts'
import type { PausedBulks } from './paused-bulks.ts'

/** States of messages that no network has. */
const UNSENT: ReadonlySet<MessageState> = new Set(['scheduled', 'queued', 'retrying'])

/** The contract of `Schedules` without promises, over the messages of the double. */
export function createBulks(messages: Messages, paused: PausedBulks) {
  const ofClient = (principal: Principal) => messages.all().filter((message) => message.clientId === principal.clientId)
  const scheduled = (principal: Principal) => ofClient(principal).filter(({ state }) => state === 'scheduled')
  const ofBulk = (principal: Principal, bulkId: string) =>
    ofClient(principal).filter((message) => message.bulkId === bulkId)
  const unsent = (principal: Principal, bulkId: string) =>
    ofBulk(principal, bulkId).filter(({ state }) => UNSENT.has(state))

  const isPaused = (principal: Principal, bulkId: string) => paused.has(principal.clientId, bulkId)

  function list(principal: Principal, bulkId?: string): readonly ScheduledBulk[] {
    const found = new Map<string, ScheduledBulk>()
    for (const { bulkId: id, scheduledAt } of scheduled(principal)) {
      if (id === null || scheduledAt === null || (bulkId !== undefined && id !== bulkId)) continue
      const known = found.get(id)
      const sendAt = known !== undefined && known.sendAt < scheduledAt ? known.sendAt : scheduledAt
      found.set(id, { bulkId: id, sendAt, messages: (known?.messages ?? 0) + 1, isPaused: isPaused(principal, id) })
    }
    return [...found.values()].sort((a, b) => a.sendAt.getTime() - b.sendAt.getTime())
  }

  return {
    list,
    reschedule(principal: Principal, bulkId: string, sendAt: Date): ScheduledBulk {
      const moved = some(scheduled(principal).filter((message) => message.bulkId === bulkId))
      for (const { smsId } of moved) messages.setSchedule(smsId, sendAt)
      return { bulkId, sendAt, messages: moved.length, isPaused: isPaused(principal, bulkId) }
    },
    cancel(principal: Principal, bulkId: string): void {
      const wasPaused = paused.delete(principal.clientId, bulkId)
      const found = wasPaused
        ? unsent(principal, bulkId)
        : some(scheduled(principal).filter((message) => message.bulkId === bulkId))
      for (const { smsId } of found) messages.move(smsId, 'cancelled')
    },
    state(principal: Principal, bulkId: string): BulkState {
      const counts: Partial<Record<MessageState, number>> = {}
      for (const { state } of some(ofBulk(principal, bulkId))) counts[state] = (counts[state] ?? 0) + 1
      return bulkState(counts, isPaused(principal, bulkId))
    },
    pause(principal: Principal, bulkId: string): void {
      some(unsent(principal, bulkId))
      paused.add(principal.clientId, bulkId)
    },
    /** Returns whether it was paused. */
    resume: (principal: Principal, bulkId: string): boolean => paused.delete(principal.clientId, bulkId),
  }
}

/** Throws `not-found`/`bulk-not-found` for none. */
function some(found: readonly StoredMessage[]): readonly StoredMessage[] {
  if (found.length === 0)
    throw new GatewayError('not-found', 'bulk-not-found', 'There is no scheduled bulk with this id')
  return found
}
