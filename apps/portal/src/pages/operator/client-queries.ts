import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'

const CLIENTS = ['clients'] as const
const CLIENTS_PAGE = 200

/** The clients whose name or id begins like this. */
export function useClients(search: string) {
  return useInfiniteQuery({
    queryKey: [...CLIENTS, search],
    queryFn({ pageParam: cursor, signal }) {
      const query = { search: search || undefined, cursor, limit: CLIENTS_PAGE }
      return answerOf(api.GET('/clients', { params: { query }, signal }))
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export function useReloadClients() {
  return useReload(CLIENTS)
}

export function addClient(client: Schemas['NewClient']) {
  return answerOf(api.POST('/clients', { body: client }))
}

export function changeClient(clientId: number, change: Schemas['ClientChange']) {
  return api.PATCH('/clients/{clientId}', { params: { path: { clientId } }, body: change })
}

export function addCredit(clientId: number, addition: Schemas['CreditAddition']) {
  return api.POST('/clients/{clientId}/credit', { params: { path: { clientId } }, body: addition })
}

/** Loads again everything that shows a client. */
export function useReloadClient() {
  return useReload(CLIENTS, ['get', '/clients/{clientId}'], ['ledger'])
}

const LEDGER_DAYS = 31

/** What changed the balance of a client, by day, newest first. */
export function useLedger(clientId: number) {
  return useInfiniteQuery({
    queryKey: ['ledger', clientId],
    queryFn({ pageParam: cursor }) {
      const params = { path: { clientId }, query: { cursor, limit: LEDGER_DAYS } }
      return answerOf(api.GET('/clients/{clientId}/ledger', { params }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export function useChannelsOf(clientId: number) {
  return queries.useQuery('get', '/channels', { params: { query: { client: clientId } } })
}

export function useReloadChannels() {
  return useReload(['get', '/channels'])
}

/** Answers with the security key, which is shown once. */
export function addChannel(clientId: number, channel: Pick<Schemas['NewChannel'], 'number' | 'sender'>) {
  return answerOf(api.POST('/clients/{clientId}/channels', { params: { path: { clientId } }, body: channel }))
}

export function useOutgoingNumbersOf(clientId: number) {
  return queries.useQuery('get', '/outgoing-numbers', { params: { query: { client: clientId } } })
}

/** Loads again the numbers, and the channels that may send as one. */
export function useReloadOutgoingNumbers() {
  return useReload(['get', '/outgoing-numbers'], ['get', '/channels'], ['get', '/channels/{channelId}'])
}

export function giveNumber(clientId: number, number: string) {
  const params = { path: { clientId } }
  return answerOf(api.POST('/clients/{clientId}/outgoing-numbers', { params, body: { number } }))
}

export function takeNumber(clientId: number, number: string) {
  return api.DELETE('/clients/{clientId}/outgoing-numbers/{number}', { params: { path: { clientId, number } } })
}

export function useUsersOf(clientId: number) {
  return queries.useQuery('get', '/users', { params: { query: { client: clientId } } })
}

/** A command that sends with a new key, where there is an interface for it. */
export function useFirstExample(apiKey: string | undefined) {
  return useQuery({
    queryKey: ['examples', apiKey, 'first'],
    async queryFn() {
      const body = apiKey === undefined ? {} : { apiKey }
      const { url, examples } = await answerOf(api.POST('/interfaces/examples', { body }))
      return { url, command: examples.v2 }
    },
    retry: false,
    gcTime: 0,
  })
}
