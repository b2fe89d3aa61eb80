import type { ContactDraft, ContactProblem, SubscriptionStatus } from '@heliograph/contracts'
import { callingCodeOf } from './countries.ts'
import { COUNTRY_PLANS } from './numbering-plans.ts'
import { normaliseNumber } from './numbers.ts'
import { matchesAt } from './possible-numbers.ts'

/** Groups that a client may have. */
export const MAX_GROUPS = 1_000

const MAX_NAME = 100
const MAX_EMAIL = 254
const MAX_FIELDS = 20
const MAX_FIELD_NAME = 50
const MAX_FIELD_VALUE = 500
const MAX_FIELDS_OCTETS = 4_000

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** A draft that can be stored: null = unchanged, empty = none. */
export interface CheckedContact {
  /** E.164 digits. */
  readonly mobile: string
  readonly name: string | null
  readonly email: string | null
  readonly fields: Readonly<Record<string, string>> | null
  readonly groups: readonly string[]
  readonly status: SubscriptionStatus | undefined
}

/**
 * Reads a draft, its number according to the country, its texts without blanks around them; or returns why it cannot be
 * stored (limits: `ContactDraft`).
 */
export function checkContact(draft: ContactDraft, country: string): CheckedContact | ContactProblem {
  const mobile = normaliseNumber(draft.mobile.trim(), 'local', country)
  if (mobile === undefined) return { code: 'bad-number', text: 'not a phone number that can be sent to' }
  const name = draft.name === undefined ? null : tidy(draft.name)
  if (name !== null && name.length > MAX_NAME)
    return { code: 'bad-name', text: `the name is longer than ${MAX_NAME} characters` }
  const email = draft.email?.trim() ?? null
  if (email !== null && email !== '' && !(EMAIL.test(email) && email.length <= MAX_EMAIL))
    return { code: 'bad-email', text: 'not an e-mail address' }
  const fields = draft.fields === undefined ? null : tidyFields(draft.fields)
  const fault = fields === null ? undefined : faultOfFields(fields)
  if (fault !== undefined) return { code: 'bad-fields', text: fault }
  const groups = (draft.groups ?? []).map(tidy)
  if (!groups.every(isGroupName))
    return { code: 'bad-group', text: `the name of a group has 1 to ${MAX_NAME} characters, no semicolon` }
  return { mobile, name, email, fields, groups, status: draft.status }
}

/** Merges drafts of one number: later ones override earlier ones in the fields they give. */
export function mergeContacts(earlier: CheckedContact, later: CheckedContact): CheckedContact {
  return {
    mobile: later.mobile,
    name: later.name ?? earlier.name,
    email: later.email ?? earlier.email,
    fields: later.fields ?? earlier.fields,
    groups: [...earlier.groups, ...later.groups],
    status: later.status ?? earlier.status,
  }
}

/** A name without blanks around it, and with single ones inside. */
export function tidy(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

/** True for a tidy name that a group may have: without a semicolon, which separates them in lists. */
export function isGroupName(name: string): boolean {
  return name.length > 0 && name.length <= MAX_NAME && !name.includes(';')
}

/**
 * The key by which names of contacts and groups are found and put in order: without case, accents, compatibility forms
 * and needless blanks. Names with the same key are the same name. At most 100 characters, however long the name
 * becomes.
 */
export function nameKey(name: string): string {
  const folded = tidy(name.normalize('NFKD').replace(/\p{M}+/gu, '')).toLowerCase()
  return [...(folded || tidy(name))].slice(0, MAX_NAME).join('')
}

/**
 * The E.164 digits that a number begins with, given its beginning in local or international form; characters other than
 * digits are ignored.
 */
export function numberBeginning(text: string, country: string): string {
  const digits = text.replace(/\D/g, '')
  if (text.trim().startsWith('+') || !digits.startsWith('0')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  const prefix = COUNTRY_PLANS.get(country)?.nationalPrefix
  const national = matchesAt(prefix, digits, 0) ? digits.slice(prefix?.lastIndex) : digits
  return `${callingCodeOf(country)?.callingCode ?? ''}${national}`
}

function tidyFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(fields).map(([name, value]) => [tidy(name), value.trim()] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== ''))
}

function faultOfFields(fields: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(fields)
  if (entries.length > MAX_FIELDS) return `there are more than ${MAX_FIELDS} further fields`
  for (const [name, value] of entries) {
    if (name === '' || name.length > MAX_FIELD_NAME) return `the name of a field has 1 to ${MAX_FIELD_NAME} characters`
    if (value.length > MAX_FIELD_VALUE) return `the field ${name} is longer than ${MAX_FIELD_VALUE} characters`
  }
  if (Buffer.byteLength(JSON.stringify(fields)) > MAX_FIELDS_OCTETS) return 'the further fields are too long in total'
  return undefined
}
