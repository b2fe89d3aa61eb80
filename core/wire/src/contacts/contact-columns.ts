import { nameKey } from '@heliograph/messaging'

/** The column numbers of a list, by meaning. */
export interface ContactColumns {
  readonly mobile: number
  readonly name?: number | undefined
  readonly firstName?: number | undefined
  readonly lastName?: number | undefined
  readonly email?: number | undefined
  readonly groups?: number | undefined
  readonly status?: number | undefined
  /** A JSON object with further fields. */
  readonly fields?: number | undefined
  /** Columns that are further fields. */
  readonly others: readonly { readonly column: number; readonly name: string }[]
}

/**
 * Usual names of columns, in English and French and in address books (Google, Outlook), the best name first. Without
 * case, accents, blanks and punctuation.
 */
const NAMES = {
  mobile: [
    ...['mobile', 'mobilenumber', 'mobileno', 'mobilephone', 'msisdn', 'cell', 'cellphone', 'cellnumber', 'cellno'],
    ...['portable', 'telephoneportable', 'number', 'phonenumber', 'phone', 'phone1value', 'telephone', 'tel', 'gsm'],
    ...['contactnumber', 'recipient', 'to', 'numero', 'numerodetelephone'],
  ],
  name: ['name', 'fullname', 'displayname', 'contactname', 'contact', 'nomcomplet'],
  firstName: ['firstname', 'givenname', 'forename', 'prenom'],
  lastName: ['lastname', 'surname', 'familyname', 'nomdefamille', 'nom'],
  email: ['email', 'emailaddress', 'email1value', 'mail', 'courriel', 'adressemail'],
  groups: ['groups', 'group', 'groupmembership', 'labels', 'list', 'lists', 'groupes', 'groupe'],
  status: ['status', 'subscription', 'statut'],
  fields: ['fields'],
} as const satisfies Partial<Record<keyof ContactColumns, readonly string[]>>

/** Columns of an export that an import ignores. */
const TOLD = ['statusdescription', 'statuschangedat']

/** For a list without a header: the number, then the name. */
const WITHOUT_HEADER: ContactColumns = { mobile: 0, name: 1, others: [] }

/**
 * Finds the columns from the first record of a list, and whether that is a header; undefined when no column has
 * numbers.
 */
export function guessColumns(
  first: readonly string[],
): { readonly columns: ContactColumns; readonly isHeader: boolean } | undefined {
  const keys = first.map(keyOf)
  const find = (names: readonly string[]) => names.map((name) => keys.indexOf(name)).find((column) => column >= 0)
  const mobile = find(NAMES.mobile)
  if (mobile === undefined) return looksLikeNumber(first[0]) ? { columns: WITHOUT_HEADER, isHeader: false } : undefined
  const known = {
    mobile,
    name: find(NAMES.name),
    firstName: find(NAMES.firstName),
    lastName: find(NAMES.lastName),
    email: find(NAMES.email),
    groups: find(NAMES.groups),
    status: find(NAMES.status),
    fields: find(NAMES.fields),
  }
  const taken = new Set<number | undefined>(Object.values(known))
  const others = first
    .map((name, column) => ({ column, name: name.trim() }))
    .filter(({ column, name }) => name !== '' && !taken.has(column) && !TOLD.includes(keys[column] as string))
  return { columns: { ...known, others }, isHeader: true }
}

/** A longer cell is no name of a column. */
const MAX_NAME_LENGTH = 1_000

function keyOf(cell: string): string {
  return cell.length > MAX_NAME_LENGTH ? '' : nameKey(cell).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a cell has the form of a phone number, even with an apostrophe before it, as spreadsheets write it. */
export function looksLikeNumber(cell = ''): boolean {
  return /^['\s]*[+\d().\-/][\d\s().\-/]*$/.test(cell) && cell.replace(/\D/g, '').length >= 7
}
