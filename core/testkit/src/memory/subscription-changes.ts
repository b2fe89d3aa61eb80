import type { SubscriptionSource, SubscriptionStatus } from '@heliograph/contracts'
import type { SubscriptionAudit } from './contacts.ts'
import type { EngineParts } from './memory-services.ts'

/** Opts a contact out or in, no matter through which service; messages waiting for a contact that opts out end. */
export function changeSubscription(
  { contacts, events, messages }: Pick<EngineParts, 'contacts' | 'events' | 'messages'>,
  clientId: number,
  mobile: string,
  status: SubscriptionStatus,
  source: SubscriptionSource,
): SubscriptionAudit {
  const row = contacts.set(clientId, mobile, status, source)
  events.push({ kind: 'subscription-set', clientId, mobile, status, source: source.kind, changed: row.changed })
  for (const { smsId, state, ...message } of status === 'opted-out' ? messages.all() : []) {
    const isWaiting = state === 'queued' || state === 'scheduled'
    if (isWaiting && message.clientId === clientId && message.to === mobile) messages.move(smsId, 'opted-out')
  }
  return row
}
