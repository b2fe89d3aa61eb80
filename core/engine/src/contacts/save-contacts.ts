import type { SaveOutcome } from '@heliograph/contracts'
import { type CheckedContact, nameKey } from '@heliograph/messaging'
import type { ErasedContacts } from '../accounts/erased-contacts.ts'
import { textArray } from '../database/arrays.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Transaction } from '../database/database.ts'
import { type ChangeTools, changeContacts } from './change-contacts.ts'
import { type ContactChange, type ContactKey, changeTo } from './contacts.ts'
import type { EndedPage } from './end-waiting.ts'
import { addMembers, ensureGroups } from './group-statements.ts'

/** Opt-outs whose waiting messages one statement ends. */
const CHANGES_AT_ONCE = 200

export interface SavedContacts {
  /** By number. */
  readonly outcomes: ReadonlyMap<string, SaveOutcome>
  /** Contacts that opted out, with the page from which to go on ending the messages that wait for them. */
  readonly ended: readonly { readonly key: ContactKey; readonly page: EndedPage }[]
}

/** Writes contacts of a client, none of which may appear twice. Saving the same again writes nothing. */
export async function saveContacts(
  tx: Transaction,
  tools: ChangeTools & { readonly erased: Pick<ErasedContacts, 'among'> },
  clientId: number,
  contacts: readonly CheckedContact[],
): Promise<SavedContacts> {
  const groups = await ensureGroups(
    tx,
    clientId,
    contacts.flatMap((contact) => contact.groups),
  )
  const known = await findKnown(tx, clientId, contacts)
  const joining = contacts.flatMap(({ mobile, status }) => (status === 'opted-in' ? [{ clientId, mobile }] : []))
  const erased = new Set((await tools.erased.among(tx, joining)).map(({ mobile }) => mobile))
  const outcomes = new Map<string, SaveOutcome>()
  const taken = contacts.filter((contact) => {
    const { mobile } = contact
    const isBlocked = known.get(mobile)?.status === 0 || erased.has(mobile)
    const problem = findProblem(contact, isBlocked, groups)
    if (problem !== undefined) outcomes.set(mobile, { mobile, result: 'refused', problem })
    return problem === undefined
  })
  const changes = changesOf(taken, clientId, known, new Date(tools.clock.now()))
  const ended: SavedContacts['ended'][number][] = []
  for (const chunk of chunksOf(changes, CHANGES_AT_ONCE)) {
    const changed = await changeContacts(tx, tools, chunk)
    chunk.forEach((key, index) => {
      const page = changed[index]?.ended
      if (page !== undefined) ended.push({ key, page })
    })
  }
  const written = await writePhonebook(tx, clientId, taken, new Date(tools.clock.now()))
  const joined = await addMembers(tx, clientId, membershipsOf(taken, groups))
  const changed = new Set([...changes.map(({ mobile }) => mobile), ...written, ...joined])
  for (const { mobile } of taken) {
    const result = !known.get(mobile)?.is_noted ? 'added' : changed.has(mobile) ? 'changed' : 'unchanged'
    outcomes.set(mobile, { mobile, result })
  }
  return { outcomes, ended }
}

interface KnownRow {
  readonly mobile: string
  readonly is_noted: boolean
  readonly status: 0 | 1 | null
}

async function findKnown(tx: Transaction, clientId: number, contacts: readonly CheckedContact[]) {
  const rows = await tx<KnownRow[]>`
    select given.mobile, phonebook.mobile is not null as is_noted, contact.status
    from unnest(${textArray(contacts.map(({ mobile }) => mobile))}::text[]) as given (mobile)
    left join lateral (
      select mobile from phonebook where client_id = ${clientId}::bigint and mobile = given.mobile limit 1
    ) as phonebook on true
    left join lateral (
      select status from contact where client_id = ${clientId}::bigint and mobile = given.mobile limit 1
    ) as contact on true`
  return new Map(rows.map((row) => [row.mobile, row]))
}

function findProblem(contact: CheckedContact, isBlocked: boolean, groups: ReadonlyMap<string, number>) {
  if (contact.status === 'opted-in' && isBlocked)
    return { code: 'opted-out', text: 'has opted out; a list cannot opt it in again' } as const
  if (!contact.groups.every((name) => groups.has(nameKey(name))))
    return { code: 'too-many-groups', text: 'there are too many groups already' } as const
  return undefined
}

function changesOf(
  contacts: readonly CheckedContact[],
  clientId: number,
  known: ReadonlyMap<string, KnownRow>,
  at: Date,
): readonly ContactChange[] {
  return contacts.flatMap(({ mobile, status }) => {
    if (status === undefined) return []
    const change = changeTo(status, { clientId, mobile }, { kind: 'import' }, at)
    return known.get(mobile)?.status === change.status ? [] : [change]
  })
}

function membershipsOf(contacts: readonly CheckedContact[], groups: ReadonlyMap<string, number>) {
  return contacts.flatMap((contact) => {
    const groupIds = new Set(contact.groups.map((name) => groups.get(nameKey(name)) as number))
    return [...groupIds].map((groupId) => ({ groupId, mobile: contact.mobile }))
  })
}

/** Resolves with the numbers for which something was written. */
async function writePhonebook(
  tx: Transaction,
  clientId: number,
  contacts: readonly CheckedContact[],
  at: Date,
): Promise<readonly string[]> {
  if (contacts.length === 0) return []
  const rows = await tx<{ mobile: string }[]>`
    insert into phonebook (client_id, mobile, name, name_key, email, fields, added_at, changed_at)
    select ${clientId}::bigint, mobile, name, name_key, email, fields::jsonb, ${at}::timestamptz, ${at}::timestamptz
    from unnest(
      ${textArray(contacts.map(({ mobile }) => mobile))}::text[],
      ${textArray(contacts.map(({ name }) => name))}::text[],
      ${textArray(contacts.map(({ name }) => name && nameKey(name)))}::text[],
      ${textArray(contacts.map(({ email }) => email))}::text[],
      ${textArray(contacts.map(({ fields }) => fields && JSON.stringify(fields)))}::text[]
    ) as given (mobile, name, name_key, email, fields)
    order by mobile
    on conflict (client_id, mobile) do update set
      name = coalesce(excluded.name, phonebook.name),
      name_key = coalesce(excluded.name_key, phonebook.name_key),
      email = coalesce(excluded.email, phonebook.email),
      fields = coalesce(excluded.fields, phonebook.fields),
      changed_at = excluded.changed_at
    where (
      coalesce(excluded.name, phonebook.name, ''), coalesce(excluded.email, phonebook.email, ''),
      coalesce(excluded.fields, phonebook.fields, '{}')
    ) is distinct from (coalesce(phonebook.name, ''), coalesce(phonebook.email, ''), coalesce(phonebook.fields, '{}'))
    returning mobile`
  return rows.map(({ mobile }) => mobile)
}
