import { isDeepStrictEqual } from 'node:util'
import {
  type ContactDraft,
  GatewayError,
  type SaveOutcome,
  type Subscription,
  type SubscriptionStatus,
} from '@heliograph/contracts'
import { type CheckedContact, checkContact, isGroupName, mergeContacts, nameKey, tidy } from './contacts.ts'
import { normaliseNumber } from './numbers.ts'

/** Contacts and numbers that one call of `Contacts` or `ContactGroups` takes. */
const MAX_CONTACTS_AT_ONCE = 500

/** The number of a contact in E.164 digits. Throws `invalid`/`bad-number`. */
export function readContactNumber(given: string, country: string): string {
  const mobile = normaliseNumber(given.trim(), 'local', country)
  if (mobile === undefined)
    throw new GatewayError('invalid', 'bad-number', 'Not a phone number that can receive messages')
  return mobile
}

/**
 * The numbers of contacts in E.164 digits, each once; texts that are not numbers belong to no contact and are left out.
 * Throws `invalid`/`too-many-contacts`.
 */
export function readContactNumbers(given: readonly string[], country: string): readonly string[] {
  requireFew(given)
  const mobiles = given.map((text) => normaliseNumber(text.trim(), 'local', country))
  return [...new Set(mobiles.filter((mobile) => mobile !== undefined))]
}

/** The name of a group, tidy. Throws `invalid`/`bad-group-name`. */
export function readGroupName(given: string): string {
  const name = tidy(given)
  if (isGroupName(name)) return name
  throw new GatewayError(
    'invalid',
    'bad-group-name',
    'The name of a group must have 1 to 100 characters and no semicolon',
  )
}

/** Drafts that were given together. */
export interface ReadDrafts {
  /** What to store, each number once. */
  readonly contacts: readonly CheckedContact[]
  /** What became of the drafts, in order, given what became of the contacts by number. */
  outcomes(ofContacts: ReadonlyMap<string, SaveOutcome>): readonly SaveOutcome[]
}

/** Reads the drafts of one call of `Contacts.save`. Throws `invalid`/`too-many-contacts`. */
export function readDrafts(drafts: readonly ContactDraft[], country: string): ReadDrafts {
  requireFew(drafts)
  const contacts = new Map<string, CheckedContact>()
  const results = drafts.map((draft): SaveOutcome | Read => {
    const checked = checkContact(draft, country)
    if ('code' in checked) return { mobile: draft.mobile, result: 'refused', problem: checked }
    const { mobile } = checked
    const earlier = contacts.get(mobile)
    const contact = earlier === undefined ? checked : mergeContacts(earlier, checked)
    contacts.set(mobile, contact)
    return { mobile, again: earlier === undefined ? undefined : isSame(earlier, contact) ? 'unchanged' : 'changed' }
  })
  return {
    contacts: [...contacts.values()],
    outcomes: (ofContacts) =>
      results.map((each) => {
        if ('result' in each) return each
        const { mobile, again } = each
        const outcome = ofContacts.get(mobile) as SaveOutcome
        const isReported = outcome.result === 'refused' || outcome.result === 'unchanged'
        return again === undefined || isReported ? outcome : { mobile, result: again }
      }),
  }
}

/** A draft that was read. */
interface Read {
  readonly mobile: string
  /** What it does to an earlier draft with the same number; undefined when there is none. */
  readonly again: 'changed' | 'unchanged' | undefined
}

function isSame(before: CheckedContact, after: CheckedContact): boolean {
  const of = ({ groups, ...contact }: CheckedContact) => ({ ...contact, groups: [...new Set(groups.map(nameKey))] })
  return isDeepStrictEqual(of(before), of(after))
}

/**
 * The status that takes back the last change of a contact, made at `changedAt`; throws as `Contacts.undo`. A contact
 * whose first record is an opt-in had never opted out before.
 */
export function decideUndo(
  last: Pick<Subscription, 'status' | 'changedAt'> | undefined,
  changedAt: Date,
  hasEverOptedOut: boolean,
): SubscriptionStatus {
  if (last === undefined)
    throw new GatewayError('not-found', 'contact-not-found', 'The contact has never opted in or out')
  if (last.changedAt.getTime() !== changedAt.getTime())
    throw new GatewayError('conflict', 'changed-meanwhile', 'The contact has opted in or out since')
  if (last.status === 'opted-out') return 'opted-in'
  if (!hasEverOptedOut) throw new GatewayError('conflict', 'nothing-to-undo', 'The contact had not opted out before')
  return 'opted-out'
}

function requireFew(given: readonly unknown[]): void {
  if (given.length <= MAX_CONTACTS_AT_ONCE) return
  const text = `At most ${MAX_CONTACTS_AT_ONCE} contacts at once`
  throw new GatewayError('invalid', 'too-many-contacts', text)
}
