import type { Schemas } from '../../api/client.ts'

/** What a column of a list can contain. */
export const COLUMN_ROLES = [
  'skip',
  'mobile',
  'name',
  'firstName',
  'lastName',
  'email',
  'groups',
  'status',
  'other',
] as const

export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Most further fields of a contact. */
const MOST_OTHERS = 20

/** The roles that the gateway guessed, one for each column. */
export function rolesOf(guess: Schemas['ContactColumns'] | null, columns: number): readonly ColumnRole[] {
  const roles = Array.from({ length: columns }, (): ColumnRole => 'skip')
  if (guess === null) return roles
  for (const role of COLUMN_ROLES) {
    const column = role === 'skip' || role === 'other' ? undefined : guess[role]
    if (column !== undefined) roles[column] = role
  }
  for (const { column } of guess.others) roles[column] = 'other'
  return roles
}

/** The columns as an import takes them; undefined while none is the one with the numbers. */
export function columnsOf(
  roles: readonly ColumnRole[],
  names: readonly string[],
): Schemas['ContactColumns'] | undefined {
  const mobile = roles.indexOf('mobile')
  if (mobile < 0) return undefined
  const known = COLUMN_ROLES.filter((role) => role !== 'skip' && role !== 'other' && roles.includes(role))
  const others = roles.flatMap((role, column) =>
    role === 'other' ? [{ column, name: (names[column] ?? '').slice(0, 50) }] : [],
  )
  const columns = Object.fromEntries(known.map((role) => [role, roles.indexOf(role)]))
  return { ...columns, mobile, others: others.slice(0, MOST_OTHERS) }
}

/** Gives a column a role. A role that only one column can have is taken from the one that had it. */
export function withRole(roles: readonly ColumnRole[], column: number, role: ColumnRole): readonly ColumnRole[] {
  const isShared = role === 'skip' || role === 'other'
  return roles.map((each, index) => (index === column ? role : !isShared && each === role ? 'skip' : each))
}
