import type { ContactFilter, Contacts, FindOptions, Principal } from '@heliograph/contracts'
import { formatCsv } from '../csv/format-csv.ts'
import { CONTACT_HEADER, formatContactRow } from './contact-rows.ts'

/** Contacts in one piece. */
const CONTACTS_AT_ONCE = 1_000

/** A piece of an exported list. */
export interface ExportStep {
  readonly text: string
  /** Contacts written so far. */
  readonly contacts: number
}

/**
 * Writes contacts of the principal's client as CSV (RFC 4180), piece by piece: a header, then a row for each contact,
 * which `importContacts` can read again. Spreadsheets do not take any field for a formula. The status is 0 for contacts
 * that opted out, 1 for those that opted in, empty for those that did neither. Throws like `Contacts.find`.
 */
export async function* exportContacts(
  contacts: Pick<Contacts, 'find'>,
  principal: Principal,
  filter: Omit<ContactFilter, 'after' | 'limit'> = {},
  options?: FindOptions,
): AsyncGenerator<ExportStep> {
  let written = 0
  yield { text: formatCsv([CONTACT_HEADER]), contacts: written }
  let after: string | undefined
  do {
    const page = await contacts.find(principal, { ...filter, after, limit: CONTACTS_AT_ONCE }, options)
    written += page.records.length
    yield { text: formatCsv(page.records.map(formatContactRow)), contacts: written }
    after = page.next
  } while (after !== undefined)
}
