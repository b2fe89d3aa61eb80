import { apiUrl, type Schemas, writeHeaders } from '../../../api/client.ts'
import { readProblem } from '../../../api/problem.ts'
import {
  addGroup,
  type Contact,
  changeMembers,
  importRows,
  loadGroups,
  removeContacts,
  setStatuses,
  undoStatuses,
} from '../queries.ts'

/** Most contacts of a request. */
const AT_ONCE = 500

/** A change that was made to contacts, and how to undo it. */
export interface Change {
  /** How many contacts it changed. */
  readonly count: number
  undo(): Promise<void>
}

/** Puts contacts into a group, which is added if there is none of this name. */
export async function addToGroup(contacts: readonly Contact[], name: string): Promise<Change> {
  const key = name.toLowerCase()
  const known = (await loadGroups()).find((group) => group.name.toLowerCase() === key)
  const { groupId } = known ?? (await addGroup(name))
  const joining = contacts.filter(({ groups }) => !isIn(groups, groupId))
  await changeAll('add', groupId, joining)
  return { count: joining.length, undo: () => changeAll('remove', groupId, joining) }
}

export async function removeFromGroup(contacts: readonly Contact[], groupId: number): Promise<Change> {
  const leaving = contacts.filter(({ groups }) => isIn(groups, groupId))
  await changeAll('remove', groupId, leaving)
  return { count: leaving.length, undo: () => changeAll('add', groupId, leaving) }
}

export async function setChosenStatus(contacts: readonly Contact[], status: 'opted-in' | 'opted-out'): Promise<Change> {
  const changes: Schemas['ChosenStatus'][] = []
  for (const mobiles of inPieces(numbersOf(contacts))) changes.push(...(await setStatuses(mobiles, status)))
  return {
    count: changes.length,
    async undo() {
      for (const piece of inPieces(changes)) await undoStatuses(piece)
    },
  }
}

/** Takes them out of the phonebook; an undo imports them again with the details given here. */
export async function removeChosen(contacts: readonly Contact[]): Promise<Change> {
  for (const mobiles of inPieces(numbersOf(contacts))) await removeContacts(mobiles)
  const columns = { mobile: 0, name: 1, email: 2, groups: 3, fields: 4, others: [] }
  return {
    count: contacts.length,
    async undo() {
      for (const rows of inPieces(contacts.map(rowOf))) await importRows({ columns, rows: rows.map((row) => [...row]) })
    },
  }
}

/** The details of the contacts as a CSV file. */
export async function exportContacts(contacts: readonly Contact[]): Promise<File> {
  const pieces: string[] = []
  for (const mobiles of inPieces(numbersOf(contacts))) {
    const headers = { ...writeHeaders(), 'content-type': 'application/json' }
    const body = JSON.stringify({ mobiles })
    const response = await fetch(apiUrl('/contacts/export'), { method: 'POST', headers, body })
    if (!response.ok) throw await readProblem(response)
    const text = await response.text()
    pieces.push(pieces.length === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  return new File(pieces, 'contacts.csv', { type: 'text/csv' })
}

async function changeAll(way: 'add' | 'remove', groupId: number, contacts: readonly Contact[]): Promise<void> {
  for (const mobiles of inPieces(numbersOf(contacts))) await changeMembers(way, groupId, mobiles)
}

/** The plus keeps numbers from being read as national ones. */
function rowOf({ mobile, name, email, groups, fields }: Contact): readonly string[] {
  const further = Object.keys(fields).length === 0 ? '' : JSON.stringify(fields)
  return [`+${mobile}`, name, email, groups.map((group) => group.name).join(';'), further]
}

function numbersOf(contacts: readonly Contact[]): readonly string[] {
  return contacts.map(({ mobile }) => mobile)
}

function isIn(groups: Contact['groups'], groupId: number): boolean {
  return groups.some((group) => group.groupId === groupId)
}

function inPieces<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = []
  for (let from = 0; from < items.length; from += AT_ONCE) pieces.push(items.slice(from, from + AT_ONCE))
  return pieces
}
