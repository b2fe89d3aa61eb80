import { assertNever, type SubscriptionSource, type SubscriptionStatus } from '@heliograph/contracts'

/**
 * The text kept with a change of a contact's status, for example `OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042`.
 */
export function describeSubscription(status: SubscriptionStatus, at: Date, source: SubscriptionSource): string {
  const word = status === 'opted-out' ? 'OPTED OUT' : 'OPTED IN'
  const time = at.toISOString().slice(0, 19).replace('T', ' ')
  return `${word} - ${time} UTC - ${describeSource(source)}`
}

function describeSource(source: SubscriptionSource): string {
  switch (source.kind) {
    case 'sms':
      return `SMS ID: ${source.incomingSmsId}`
    case 'web':
      return 'Web request'
    case 'user':
      return `User ID: ${source.userId}`
    case 'undo':
      return `Undone by user ID: ${source.userId}`
    case 'operator':
      return 'Operator'
    case 'import':
      return 'Import'
    default:
      return assertNever(source)
  }
}
