import type { ContactRecord, SubscriptionEntry, SubscriptionStatus } from '@heliograph/contracts'
import type { ImportStep } from '@heliograph/wire'
import { formatTable } from './table.ts'

/** A contact as a command shows it. */
export interface ShownContact extends Omit<ContactRecord, 'subscription'> {
  readonly clientId: number
  readonly status: SubscriptionStatus
  /** Null when the contact has never opted in or out. */
  readonly description: string | null
  readonly statusChangedAt: Date | null
  readonly audit: readonly SubscriptionEntry[]
}

/** A contact and its audit trail, for people. */
export function describeContact(contact: ShownContact): readonly string[] {
  const { mobile, name, email, fields, groups, status, description, audit } = contact
  const noted = { name, email, groups: groups.map((group) => group.name).join(', '), ...fields }
  return [
    `Contact ${mobile} of client ${contact.clientId}: ${status === 'opted-out' ? 'opted out' : 'receives messages'}`,
    ...(description === null ? [] : [`  ${description}`]),
    ...Object.entries(noted)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `  ${label}: ${value}`),
    ...(audit.length === 0 ? [] : ['', ...formatTable(['time', 'what', ''], audit.map(toRow))]),
  ]
}

export type ImportCounts = Omit<ImportStep, 'refusals'>

/** The counts of an import, in progress or finished. */
export function describeProgress({ rows, added, changed, unchanged, refused }: ImportCounts): string {
  return `${rows} rows: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`
}

function toRow({ at, description, changed }: SubscriptionEntry): readonly string[] {
  return [at.toISOString(), description, changed ? '' : 'there was nothing to change']
}
