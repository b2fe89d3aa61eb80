import { nameKey } from '@heliograph/messaging'
import { addressesColumn, hasNumbers, looksLikeNumber, namesColumn, numbersColumn } from './column-contents.ts'

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
    'mobile',
    'mobilenumber',
    'mobileno',
    'mobilephone',
    'msisdn',
    'cell',
    'cellphone',
    'cellnumber',
    'cellno',
    'portable',
    'telephoneportable',
    'number',
    'phonenumber',
    'phone',
    'phone1value',
    'telephone',
    'tel',
    'gsm',
    'contactnumber',
    'recipient',
    'to',
    'numero',
    'numerodetelephone',
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
const REPORTED = ['statusdescription', 'statuschangedat']

/**
 * Finds the columns of a list by the names in its first record or, where these say nothing, by what the cells look
 * like, and whether the first record is a header; undefined when no column has numbers.
 *
 * @param rows the first records: the more, the better; one may be all there is
 */
export function guessColumns(
  rows: readonly (readonly string[])[],
): { readonly columns: ContactColumns; readonly isHeader: boolean } | undefined {
  const [first = [], ...rest] = rows
  const keys = first.map(keyOf)
  const named = Object.fromEntries(
    Object.entries(NAMES).map(([role, names]) => [role, columnsNamed(keys, names)]),
  ) as Record<keyof typeof NAMES, readonly number[]>
  const mobile = findMobile(named.mobile, first, rest)
  if (mobile === undefined) return undefined
  const isHeader = !looksLikeNumber(first[mobile])
  const cells = isHeader ? rest : rows
  const known = {
    mobile,
    name: named.name[0],
    firstName: named.firstName[0],
    lastName: named.lastName[0],
    email: named.email[0],
    groups: named.groups[0],
    status: named.status[0],
    fields: named.fields[0],
  }
  known.email ??= addressesColumn(cells, Object.values(known))
  if (known.firstName === undefined && known.lastName === undefined)
    known.name ??= namesColumn(cells, [...Object.values(known), ...REPORTED.map((reported) => keys.indexOf(reported))])
  const taken = new Set<number | undefined>(Object.values(known))
  const others = first
    .map((name, column) => ({ column, name: name.trim() }))
    .filter(({ column, name }) => name !== '' && !taken.has(column) && !REPORTED.includes(keys[column] as string))
  return { columns: { ...known, others: isHeader ? others : [] }, isHeader }
}

/** The columns that have one of these names, the best name first. */
function columnsNamed(keys: readonly string[], names: readonly string[]): readonly number[] {
  return names.map((name) => keys.indexOf(name)).filter((column) => column >= 0)
}

/**
 * Of the columns that are named as if they had numbers, the first that has them: in a list with `Number` and `Phone`,
 * the former may count the rows. Otherwise the one that looks so.
 */
function findMobile(
  named: readonly number[],
  first: readonly string[],
  rest: readonly (readonly string[])[],
): number | undefined {
  const byContents = named.find((column) => hasNumbers(rest, column)) ?? numbersColumn(rest)
  return byContents ?? named[0] ?? numbersColumn([first])
}

/** A longer cell is no name of a column. */
const MAX_NAME_LENGTH = 1_000

function keyOf(cell: string): string {
  return cell.length > MAX_NAME_LENGTH ? '' : nameKey(cell).replace(/[^\p{L}\p{N}]/gu, '')
}
