import {
  type Clock,
  GatewayError,
  type Subscription,
  type SubscriptionEntry,
  type SubscriptionSource,
  type SubscriptionStatus,
} from '@heliograph/contracts'
import { describeSubscription } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'

/** A row of the audit trail: every call to `set` writes one. */
export interface SubscriptionAudit {
  readonly subscription: Subscription
  readonly changed: boolean
}

export interface Contacts {
  readonly audit: readonly SubscriptionAudit[]
  find(clientId: number, mobile: string): Subscription | undefined
  /** The numbers of all that opted in or out. */
  numbersOf(clientId: number): readonly string[]
  /** Every opt-in and opt-out of a contact, oldest first. */
  trailOf(clientId: number, mobile: string): readonly SubscriptionEntry[]
  /** What an SMS did to whether its sender takes messages; undefined: nothing. */
  changedBy(clientId: number, incomingId: number): SubscriptionStatus | undefined
  set(clientId: number, mobile: string, status: SubscriptionStatus, source: SubscriptionSource): SubscriptionAudit
  /** Whether messages to it are refused. */
  isOptedOut(clientId: number, mobile: string): boolean
}

/** Contacts of the double and their choices. */
export function createContacts(clock: Clock, accounts: Accounts): Contacts {
  const contacts = new Map<string, Subscription>()
  const audit: SubscriptionAudit[] = []
  const trail = new Map<string, readonly SubscriptionEntry[]>()
  const requested = new Map<string, { readonly contact: string; readonly status: SubscriptionStatus }>()
  const key = (clientId: number, mobile: string) => `${clientId} ${mobile}`

  return {
    audit,
    isOptedOut: (clientId, mobile) => contacts.get(key(clientId, mobile))?.status === 'opted-out',
    find: (clientId, mobile) => contacts.get(key(clientId, mobile)),
    numbersOf: (clientId) =>
      [...contacts.values()].filter((contact) => contact.clientId === clientId).map(({ mobile }) => mobile),
    trailOf: (clientId, mobile) => trail.get(key(clientId, mobile)) ?? [],
    changedBy: (clientId, incomingId) => requested.get(`${clientId} ${incomingId}`)?.status,
    set(clientId, mobile, status, source) {
      if (!accounts.hasClient(clientId)) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
      const known = contacts.get(key(clientId, mobile))
      const changed = (known?.status ?? 'opted-in') !== status
      const at = new Date(clock.now())
      const fresh: Subscription = {
        clientId,
        mobile,
        status,
        description: describeSubscription(status, at, source),
        changedAt: at,
      }
      const subscription = changed || !known ? fresh : known
      contacts.set(key(clientId, mobile), subscription)
      if (source.kind === 'sms') {
        const contact = key(clientId, mobile)
        requested.set(`${clientId} ${source.incomingSmsId}`, { contact, status })
      }
      const row = { subscription, changed }
      audit.push(row)
      const entry = { entryId: audit.length, status, description: fresh.description, at, changed }
      trail.set(key(clientId, mobile), [...(trail.get(key(clientId, mobile)) ?? []), entry])
      return row
    },
  }
}
