import { useInfiniteQuery } from '@tanstack/react-query'
import { actingFor } from '../../api/acting-for.ts'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import type { AuditSearch } from './audit-search.ts'

export function useUsers() {
  return queries.useQuery('get', '/users')
}

export function useReloadUsers() {
  return useReload(['get', '/users'])
}

type UserChange = Partial<Pick<Schemas['User'], 'enabled' | 'role' | 'channelId' | 'priority'>>

/** Adds a user, who sets the first password by a link. `language`: of the mail with it. */
export function inviteUser(user: UserChange & { readonly email: string; readonly language: string }) {
  return answerOf(api.POST('/users/invitations', { body: user }))
}

export function changeUser(userId: number, change: UserChange) {
  return api.PATCH('/users/{userId}', { params: { path: { userId } }, body: change })
}

/** Gives a user another password; answers with the keys that go on working. */
export function setPasswordOf(userId: number, password: string) {
  return answerOf(api.PUT('/users/{userId}/password', { params: { path: { userId } }, body: { password } }))
}

/** Makes a link by which a user sets a password. */
export function makePasswordLink(userId: number, language: string) {
  return answerOf(api.POST('/users/{userId}/password-link', { params: { path: { userId } }, body: { language } }))
}

export function useSecondFactorOf(userId: number) {
  return queries.useQuery('get', '/users/{userId}/second-factor', { params: { path: { userId } } })
}

export function useReloadSecondFactors() {
  return useReload(['get', '/users/{userId}/second-factor'])
}

export function removeSecondFactorOf(userId: number) {
  return api.DELETE('/users/{userId}/second-factor', { params: { path: { userId } } })
}

export function usePasskeysOf(userId: number) {
  return queries.useQuery('get', '/users/{userId}/passkeys', { params: { path: { userId } } })
}

export function useReloadPasskeys() {
  return useReload(['get', '/users/{userId}/passkeys'])
}

export function removePasskeysOf(userId: number) {
  return api.DELETE('/users/{userId}/passkeys', { params: { path: { userId } } })
}

export function useNetworks() {
  return queries.useQuery('get', '/networks')
}

export function useReloadNetworks() {
  return useReload(['get', '/networks'])
}

export function setNetworks(networks: Pick<Schemas['Networks'], 'programs' | 'portal'>) {
  return api.PUT('/networks', { body: networks })
}

export function useQuietHours() {
  return queries.useQuery('get', '/quiet-hours')
}

export function useReloadQuietHours() {
  return useReload(['get', '/quiet-hours'])
}

/** Null: messages may go at any time. */
export function setQuietHours(hours: Schemas['QuietHours'] | null) {
  return api.PUT('/quiet-hours', { body: { hours } })
}

/** Entries of a request. */
const AUDIT_PAGE = 100

/** Who did what, newest first. */
export function useAuditLog(search: AuditSearch) {
  return useInfiniteQuery({
    queryKey: ['audit-log', actingFor(), search],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/audit-log', { params: { query: { ...search, limit: AUDIT_PAGE, cursor } } })),
    getNextPageParam: ({ next }) => next,
  })
}
