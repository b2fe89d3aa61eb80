import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { numberOrName } from '../../api/number-or-name.ts'
import type { ContactsSearch } from './contacts-search.ts'

export type Contact = Schemas['Contact']
export type ContactDetails = Schemas['ContactDetails']

/** Key of everything that has been loaded of the phonebook. */
export const CONTACTS = ['contacts'] as const

const PAGE = 200

/** The conditions as the API takes them. */
export function conditionsOf({ q, group, status }: ContactsSearch) {
  return { ...numberOrName(q), groupId: group, status }
}

export function useContacts(search: ContactsSearch) {
  return useInfiniteQuery({
    queryKey: [...CONTACTS, 'list', search],
    async queryFn({ pageParam: cursor, signal }) {
      const query = { ...conditionsOf(search), cursor, limit: PAGE }
      return (await api.GET('/contacts', { params: { query }, signal })).data as Schemas['ContactList']
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
    const { records, next } = (await api.GET('/contacts', { params: { query } })).data as Schemas['ContactList']
    contacts.push(...records)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return contacts
}

export function useContact(mobile: string) {
  return useQuery({
    queryKey: [...CONTACTS, 'one', mobile],
    queryFn: async ({ signal }) =>
      (await api.GET('/contacts/{mobile}', { params: { path: { mobile } }, signal })).data as ContactDetails,
  })
}

export function useGroups() {
  return useQuery({
    queryKey: [...CONTACTS, 'groups'],
    queryFn: async ({ signal }) => ((await api.GET('/groups', { signal })).data as Schemas['GroupList']).records,
  })
}

/** How many contacts there are in all. */
export function useContactCount() {
  return useQuery({
    queryKey: [...CONTACTS, 'count'],
    queryFn: async ({ signal }) =>
      ((await api.GET('/contacts/count', { signal })).data as Schemas['ContactCount']).contacts,
  })
}
