import type { SubscriptionSource, SubscriptionStatus } from '@heliograph/contracts'

/** The text kept with a change of a contact's status, for example `OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042`. */
export function describeSubscription(status: SubscriptionStatus, at: Date, source: SubscriptionSource): string {
  const word = status === 'opted-out' ? 'OPTED OUT' : 'OPTED IN'
  const time = at.toISOString().slice(0, 19).replace('T', ' ')
  return `${word} - ${time} UTC - ${source.kind === 'sms' ? `SMS ID: ${source.incomingSmsId}` : 'Web request'}`
}
