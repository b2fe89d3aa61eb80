import { GatewayError, type Principal, type ScheduledBulk } from '@heliograph/contracts'
import type { Messages } from './messages.ts'

/** The contract of `Schedules` without promises, over the messages of the double. */
export function createBulks(messages: Messages) {
  const scheduled = (principal: Principal) =>
    messages.all().filter((message) => message.clientId === principal.clientId && message.state === 'scheduled')

  function list(principal: Principal, bulkId?: string): readonly ScheduledBulk[] {
    const earliest = new Map<string, Date>()
    for (const { bulkId: id, scheduledAt } of scheduled(principal)) {
      if (id === null || scheduledAt === null || (bulkId !== undefined && id !== bulkId)) continue
      const known = earliest.get(id)
      if (!known || scheduledAt < known) earliest.set(id, scheduledAt)
    }
    const bulks = [...earliest].map(([id, sendAt]) => ({ bulkId: id, sendAt }))
    return bulks.sort((a, b) => a.sendAt.getTime() - b.sendAt.getTime())
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
      for (const { smsId } of messagesOf(principal, bulkId)) messages.setSchedule(smsId, sendAt)
      return { bulkId, sendAt }
    },
    cancel(principal: Principal, bulkId: string): void {
      for (const { smsId } of messagesOf(principal, bulkId)) messages.move(smsId, 'cancelled')
    },
  }
}
