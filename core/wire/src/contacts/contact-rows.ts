import type { ContactDraft, ContactRecord, SubscriptionStatus } from '@heliograph/contracts'
import { nameKey } from '@heliograph/messaging'
import { defuseFormula, restoreFormula } from '../csv/formulas.ts'
import { isJsonObject } from '../fields/json.ts'
import { formatDateTime } from '../times/text-times.ts'
import type { ContactColumns } from './contact-columns.ts'

/** The columns of an exported list. */
export const CONTACT_HEADER = [
  'mobile',
  'name',
  'email',
  'groups',
  'status',
  'status_description',
  'status_changed_at',
  'fields',
] as const

/** Separates the groups of a contact; group names do not contain it. */
const SEPARATOR = ';'

const STATUSES: Readonly<Record<SubscriptionStatus, readonly string[]>> = {
  'opted-out': ['0', 'optedout', 'optout', 'blacklisted', 'blacklist', 'unsubscribed', 'blocked', 'desabonne'],
  'opted-in': ['1', 'optedin', 'optin', 'whitelisted', 'whitelist', 'subscribed', 'abonne'],
}

/** A row that cannot be read. */
export class RowFault extends Error {
  readonly code: 'bad-status' | 'bad-fields'

  constructor(code: RowFault['code'], text: string) {
    super(text)
    this.code = code
  }
}

/** Reads a row of a list; an empty cell counts as absent. Throws a `RowFault`. */
export function readContactRow(columns: ContactColumns, row: readonly string[]): ContactDraft {
  const cell = (column: number | undefined) => restoreFormula(row[column ?? -1]?.trim() ?? '')
  const names = [cell(columns.firstName), cell(columns.lastName)].filter((name) => name !== '')
  return {
    mobile: readNumberCell(row[columns.mobile]),
    name: cell(columns.name) || names.join(' ') || undefined,
    email: cell(columns.email) || undefined,
    fields: readFields(columns, cell),
    groups: cell(columns.groups)
      .split(SEPARATOR)
      .filter((name) => name.trim() !== ''),
    status: readStatus(cell(columns.status)),
  }
}

/** The number in a cell as it was given: spreadsheets keep a leading zero with an apostrophe. */
export function readNumberCell(cell = ''): string {
  return restoreFormula(cell.trim()).replace(/^'/, '')
}

/** Writes a contact as a row under `CONTACT_HEADER`, without formulas. */
export function formatContactRow({
  mobile,
  name,
  email,
  fields,
  groups,
  subscription,
}: ContactRecord): readonly string[] {
  const names = groups.map((group) => group.name).join(SEPARATOR)
  const further = Object.keys(fields).length === 0 ? '' : JSON.stringify(fields)
  const status = subscription === undefined ? '' : subscription.status === 'opted-out' ? '0' : '1'
  const reported =
    subscription === undefined ? ['', ''] : [subscription.description, formatDateTime(subscription.changedAt)]
  return [mobile, name, email, names, status, ...reported, further].map(defuseFormula)
}

function readStatus(text: string): SubscriptionStatus | undefined {
  if (text === '') return undefined
  const key = nameKey(text).replace(/[^\p{L}\p{N}]/gu, '')
  for (const status of ['opted-out', 'opted-in'] as const) if (STATUSES[status].includes(key)) return status
  throw new RowFault('bad-status', 'the status is neither 0 (opted out) nor 1 (opted in)')
}

/** Undefined when the row has none. */
function readFields(
  { fields, others }: ContactColumns,
  cell: (column: number | undefined) => string,
): Readonly<Record<string, string>> | undefined {
  const given = Object.entries(readJson(cell(fields)))
  for (const { column, name } of others) if (cell(column) !== '') given.push([name, cell(column)])
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

function readJson(text: string): Readonly<Record<string, string>> {
  if (text === '') return {}
  const given = parse(text)
  if (isJsonObject(given) && Object.values(given).every((value) => typeof value === 'string'))
    return given as Readonly<Record<string, string>>
  throw new RowFault('bad-fields', 'the fields are no JSON object of texts')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
