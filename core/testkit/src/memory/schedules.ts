import { GatewayError, type Principal, type ScheduledBulk } from '@heliograph/contracts'
import type { Messages } from './messages.ts'

/** The contract of `Schedules` without promises, over the messages of the double. */
export function createBulks(messages: Messages) {
  const scheduled = (principal: Principal) =>
    messages.all().filter((message) => message.clientId === principal.clientId && message.state === 'scheduled')

  function list(principal: Principal, bulkId?: string): readonly ScheduledBulk[] {
    const found = new Map<string, ScheduledBulk>()
    for (const { bulkId: id, scheduledAt } of scheduled(principal)) {
      if (id === null || scheduledAt === null || (bulkId !== undefined && id !== bulkId)) continue
      const known = found.get(id)
      const sendAt = known !== undefined && known.sendAt < scheduledAt ? known.sendAt : scheduledAt
      found.set(id, { bulkId: id, sendAt, messages: (known?.messages ?? 0) + 1 })
    }
    return [...found.values()].sort((a, b) => a.sendAt.getTime() - b.sendAt.getTime())
  }

  function messagesOf(principal: Principal, bulkId: string) {
    const found = scheduled(principal).filter((message) => message.bulkId === bulkId)
    if (found.length === 0)
      throw new GatewayError('not-found', 'bulk-not-found', 'There is no scheduled bulk with this id')
    return found
  }

  return {
    list,
    reschedule(principal: Principal, bulkId: string, sendAt: Date): ScheduledBulk {
      const moved = messagesOf(principal, bulkId)
      for (const { smsId } of moved) messages.setSchedule(smsId, sendAt)
      return { bulkId, sendAt, messages: moved.length }
    },
    cancel(principal: Principal, bulkId: string): void {
      for (const { smsId } of messagesOf(principal, bulkId)) messages.move(smsId, 'cancelled')
    },
  }
}
