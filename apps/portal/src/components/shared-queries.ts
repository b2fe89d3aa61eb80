import { api, queries, useReload } from '../api/client.ts'
import { useLive } from '../live/use-live.ts'

/** The channels of the client, which only those who keep its account may see. */
export function useChannels(options: { readonly enabled?: boolean } = {}) {
  return queries.useQuery('get', '/channels', {}, options)
}

/** A client, with its credit and its settings. */
export function useClient(clientId: number, options: { readonly enabled?: boolean } = {}) {
  return queries.useQuery('get', '/clients/{clientId}', { params: { path: { clientId } } }, options)
}

/** The interfaces that this deployment has for clients, those with an adapter of a third party among them. */
export function useInterfaces() {
  return queries.useQuery('get', '/interfaces')
}

/** The key of the query of the client's groups of contacts. */
export const GROUPS = ['get', '/groups'] as const

export function useGroups() {
  return queries.useQuery('get', '/groups', {}, { select: ({ records }) => records })
}

/** The key of the query of a user's API keys. */
export const USER_KEYS = ['get', '/users/{userId}/keys'] as const

export function useUserKeys(userId: number, options: { readonly refetchInterval?: number | false } = {}) {
  return queries.useQuery('get', '/users/{userId}/keys', { params: { path: { userId } } }, options)
}

export function useReloadUserKeys() {
  return useReload(USER_KEYS)
}

/** It is refused from now on. */
export function removeUserKey(userId: number, keyId: number) {
  return api.DELETE('/users/{userId}/keys/{keyId}', { params: { path: { userId, keyId } } })
}

/** The newest alerts that began, whether or not they have ended. */
export function useAlertEvents(limit: number) {
  useLive('alerts', ['get', '/alerts/events'])
  return queries.useQuery('get', '/alerts/events', { params: { query: { limit } } })
}

/** Key of what waits on the routes of the gateway. */
export const QUEUES = ['get', '/operator/queues'] as const

/** What waits is counted no more often. */
const QUEUES_REST_MS = 3_000

/** What waits on each route, for operators. `onlyClosed`: on routes without a link that takes messages. */
export function useQueues(onlyClosed?: true) {
  const refetchInterval = useLive('deployment', QUEUES)
  const init = onlyClosed === undefined ? {} : { params: { query: { onlyClosed } } }
  return queries.useQuery('get', '/operator/queues', init, { refetchInterval })
}

/** Counts again as messages come and go. */
export function useLiveCounts(): void {
  useLive('messages', QUEUES, { restMs: QUEUES_REST_MS })
}
