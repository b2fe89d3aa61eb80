import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schemas, useReload } from '../../api/client.ts'
import { numberOrName } from '../../api/number-or-name.ts'
import { GROUPS } from '../../components/shared-queries.ts'
import type { ContactsSearch } from './contacts-search.ts'

export type Contact = Schemas['Contact']
export type ContactDetails = Schemas['ContactDetails']

/** Key of what these pages have loaded of the phonebook. */
const CONTACTS = ['contacts'] as const

/** Also what others have loaded: groups, and the contacts and names of fields that Send offers. */
export function useReloadContacts() {
  return useReload(CONTACTS, GROUPS, ['get', '/contacts'], ['get', '/contacts/fields'])
}

const PAGE = 200

/** The conditions as the API takes them. */
export function conditionsOf({ q, group, status }: ContactsSearch) {
  return { ...numberOrName(q), groupId: group, status }
}

export function useContacts(search: ContactsSearch) {
  return useInfiniteQuery({
    queryKey: [...CONTACTS, 'list', search],
    queryFn({ pageParam: cursor, signal }) {
      const query = { ...conditionsOf(search), cursor, limit: PAGE }
      return answerOf(api.GET('/contacts', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Contacts of a request when all that match are loaded. */
const MOST = 1_000

/** All contacts that match, however many. */
export async function loadContacts(search: ContactsSearch): Promise<readonly Contact[]> {
  const contacts: Contact[] = []
  let cursor: string | undefined
  do {
    const query = { ...conditionsOf(search), cursor, limit: MOST }
    const { records, next }: Schemas['ContactList'] = await answerOf(api.GET('/contacts', { params: { query } }))
    contacts.push(...records)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return contacts
}

export function useContact(mobile: string) {
  return useQuery({
    queryKey: [...CONTACTS, 'one', mobile],
    queryFn: ({ signal }) => answerOf(api.GET('/contacts/{mobile}', { params: { path: { mobile } }, signal })),
  })
}

/** How many contacts there are in all. */
export function useContactCount() {
  return useQuery({
    queryKey: [...CONTACTS, 'count'],
    queryFn: async ({ signal }) => (await answerOf(api.GET('/contacts/count', { signal }))).contacts,
  })
}

export function saveContact(mobile: string, contact: Schemas['ContactChange']) {
  return answerOf(api.PUT('/contacts/{mobile}', { params: { path: { mobile } }, body: contact }))
}

/** Takes them out of the phonebook. */
export function removeContacts(mobiles: string[]) {
  return api.POST('/contacts/remove', { body: { mobiles } })
}

/** Removes everything about a number. */
export function eraseContact(mobile: string) {
  return answerOf(api.POST('/contacts/erase', { body: { mobile } }))
}

/** Whether a contact takes messages; answers with what undoes the change. */
export function setStatus(mobile: string, status: Schemas['SubscriptionStatus']) {
  return answerOf(api.POST('/contacts/{mobile}/status', { params: { path: { mobile } }, body: { status } }))
}

/** `changedAt`: of the change. */
export function undoStatus(mobile: string, changedAt: string) {
  return api.POST('/contacts/{mobile}/undo', { params: { path: { mobile } }, body: { changedAt } })
}

/** The same for many; answers with what undoes it. */
export async function setStatuses(mobiles: string[], status: Schemas['SubscriptionStatus']) {
  return (await answerOf(api.POST('/contacts/status', { body: { mobiles, status } }))).changes
}

export function undoStatuses(changes: Schemas['ChosenStatus'][]) {
  return api.POST('/contacts/undo', { body: { changes } })
}

const TRAIL_PAGE = 20

/** Every opt-in and opt-out of a contact, newest first. */
export function useTrail(mobile: string) {
  return useInfiniteQuery({
    queryKey: [...CONTACTS, 'audit', mobile],
    queryFn({ pageParam: cursor, signal }) {
      const params = { path: { mobile }, query: { cursor, limit: TRAIL_PAGE } }
      return answerOf(api.GET('/contacts/{mobile}/audit', { params, signal }))
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export async function loadGroups() {
  return (await answerOf(api.GET('/groups'))).records
}

export function addGroup(name: string) {
  return answerOf(api.POST('/groups', { body: { name } }))
}

export function renameGroup(groupId: number, name: string) {
  return api.PATCH('/groups/{groupId}', { params: { path: { groupId } }, body: { name } })
}

export function removeGroup(groupId: number) {
  return api.DELETE('/groups/{groupId}', { params: { path: { groupId } } })
}

export function changeMembers(way: 'add' | 'remove', groupId: number, mobiles: string[]) {
  return api.POST(`/groups/{groupId}/${way}`, { params: { path: { groupId } }, body: { mobiles } })
}

/** What the columns of a list seem to be, by its first rows. */
export function guessColumns(rows: string[][]) {
  return answerOf(api.POST('/contacts/columns', { body: { rows } }))
}

export function importRows(body: Schemas['ContactRows'], signal?: AbortSignal) {
  return answerOf(api.POST('/contacts/import', { body, signal }))
}

/** The numbers as the gateway reads them; null: not a number. */
export async function readNumbers(numbers: string[], signal: AbortSignal) {
  return (await answerOf(api.POST('/contacts/numbers', { body: { numbers }, signal }))).mobiles
}
