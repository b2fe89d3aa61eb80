import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { answerOf, api, queries } from '../../api/client.ts'
import { USER_KEYS, useReloadUserKeys, useUserKeys } from '../../components/shared-queries.ts'
import { useLive } from '../../live/use-live.ts'
import type { toRequestQuery } from './request-search.ts'

/** The user's keys. How often each is used changes with its requests. */
export function useLiveUserKeys(userId: number) {
  const refetchInterval = useLive('requests', USER_KEYS)
  return useUserKeys(userId, { refetchInterval })
}

interface NewKey {
  readonly scope: 'send' | 'portal'
  readonly name?: string
  readonly expiresAt?: string
  readonly presentPassword?: string
}

/** Makes keys of a user; `onNewKey` gets each, which is shown nowhere else. */
export function useAddKey(userId: number, onNewKey: (apiKey: string) => void) {
  const reload = useReloadUserKeys()
  return useMutation({
    mutationFn: (body: NewKey) => answerOf(api.POST('/users/{userId}/keys', { params: { path: { userId } }, body })),
    async onSuccess({ apiKey }) {
      onNewKey(apiKey)
      await reload()
    },
  })
}

/** Examples for each interface, with these values filled in. */
export function useExamples(values: { readonly apiKey: string | undefined; readonly to: string | undefined }) {
  const { apiKey, to } = values
  return useQuery({
    queryKey: ['examples', apiKey, to ?? ''],
    queryFn() {
      const body = { ...(apiKey === undefined ? {} : { apiKey }), ...(to === undefined ? {} : { to }) }
      return answerOf(api.POST('/interfaces/examples', { body }))
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

const PAGE = 25

/** The log of requests, newest first. It is followed only while the newest alone are shown. */
export function useRequests(query: ReturnType<typeof toRequestQuery>) {
  const refetchInterval = useLive('requests', ['requests'], { onlyFirstPage: true })
  return useInfiniteQuery({
    queryKey: ['requests', query],
    queryFn({ pageParam: cursor, signal }) {
      const params = { query: { ...query, cursor, limit: PAGE } }
      return answerOf(api.GET('/requests', { params, signal }))
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : refetchInterval),
  })
}

/** The latest messages, with their states. */
export function useLatestMessages(limit: number) {
  const refetchInterval = useLive('messages', ['get', '/messages'])
  return queries.useQuery('get', '/messages', { params: { query: { limit } } }, { refetchInterval })
}

/** What a text to these recipients would cost. */
export function previewSend(text: string, recipients: readonly string[]) {
  return answerOf(api.POST('/send/preview', { body: { text, recipients: [...recipients] } }))
}
