import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { type Direction, type MessageSearch, toApiQuery } from './message-search.ts'
import { nextLook } from './next-look.ts'
import { useMoment } from './use-moment.ts'

export type Message = Schemas['Message']
/** A row of the list: something that was sent or received. */
export type Entry = Schemas['TrafficEntry']

const LIST = ['messages', 'list'] as const
const MESSAGE = ['get', '/messages/{smsId}'] as const
const HISTORY = ['get', '/messages/{smsId}/history'] as const
const WAITING = ['get', '/messages/{smsId}/waiting'] as const

/** The messages that go before one that waits are counted no more often. */
const WAITING_REST_MS = 3_000

const PAGE = 100

/**
 * A search that has found too little continues on its own for this many pages, each some ten thousand messages; then it
 * asks.
 */
const PAGES_BY_ITSELF = 60

/** The messages that match, loaded page by page. */
export function useMessages(search: MessageSearch) {
  const everyClient = useEveryClient()
  const { direction } = search
  const query = { ...toApiQuery(search), everyClient }
  const [stoppedAt, setStoppedAt] = useState<number>()
  const refetchInterval = useLive('messages', LIST, { onlyFirstPage: true })
  const found = useInfiniteQuery({
    queryKey: [...LIST, query, direction],
    queryFn: ({ pageParam, signal }) => load(direction, { ...query, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (isShort(state.data?.pages) ? refetchInterval : false),
    refetchOnWindowFocus: ({ state }) => isShort(state.data?.pages),
  })
  const pages = found.data?.pages
  // Incoming SMS are reported as a change of the inbox.
  useLive('inbox', LIST, { onlyFirstPage: true })
  const messages = useMemo(() => pages?.flatMap(({ records }) => records) ?? [], [pages])
  const emptyPages = pages === undefined ? 0 : pages.length - 1 - pages.findLastIndex((page) => page.records.length > 0)
  const isStopped = stoppedAt === pages?.length || (emptyPages > 0 && emptyPages % PAGES_BY_ITSELF === 0)
  const { fetchNextPage } = found
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return {
    messages,
    more,
    error: found.error,
    isPending: found.isPending,
    isLoadingMore: found.isFetchingNextPage,
    retry: () => void found.refetch(),
    hasMore: found.hasNextPage,
    /** It is going through messages that do not match. */
    isSearching: found.hasNextPage && emptyPages > 0,
    isStopped: found.hasNextPage && isStopped,
    stop: () => setStoppedAt((pages?.length ?? 0) + (found.isFetchingNextPage ? 1 : 0)),
    goOn() {
      setStoppedAt(undefined)
      more()
    },
  }
}

type Query = ReturnType<typeof toApiQuery> & { readonly limit: number; readonly cursor: number | undefined }

async function load(
  direction: Direction | undefined,
  query: Query,
  signal: AbortSignal,
): Promise<{ readonly records: readonly Entry[]; readonly next: number | null }> {
  if (direction !== undefined)
    return answerOf(api.GET('/traffic', { params: { query: { ...query, direction } }, signal }))
  const { records, next } = await answerOf(api.GET('/messages', { params: { query }, signal }))
  return { records: records.map((message) => ({ direction: 'sent', id: message.smsId, message })), next }
}

function isShort(pages: readonly unknown[] | undefined): boolean {
  return pages === undefined || pages.length <= 1
}

/** One message, as it stands. */
export function useMessage(smsId: number) {
  const refetchInterval = useLive('messages', MESSAGE)
  return queries.useQuery('get', '/messages/{smsId}', { params: { path: { smsId } } }, { refetchInterval })
}

/** What happened to it. */
export function useHistory(smsId: number) {
  const refetchInterval = useLive('messages', HISTORY)
  // Its webhooks are part of it.
  useLive('webhooks', HISTORY)
  return queries.useQuery('get', '/messages/{smsId}/history', { params: { path: { smsId } } }, { refetchInterval })
}

/** Why it has not ended: followed, and asked again at the moment from which the answer says that it may change. */
export function useWaiting(smsId: number) {
  const refetchInterval = useLive('messages', WAITING, { restMs: WAITING_REST_MS })
  useLive('deployment', WAITING, { restMs: WAITING_REST_MS })
  const path = { params: { path: { smsId } } }
  const query = queries.useQuery('get', '/messages/{smsId}/waiting', path, { refetchInterval })
  const { data, dataUpdatedAt, refetch } = query
  useMoment(nextLook(data?.causes ?? [], dataUpdatedAt), refetch)
  return query
}

/** Loads again everything that shows messages. */
export function useReloadMessages() {
  return useReload(['messages'], MESSAGE, HISTORY)
}

/** A message and its client, which operators act for. */
type MessageId = Pick<Message, 'smsId' | 'clientId'>

function addressOf({ smsId, clientId }: MessageId) {
  return { path: { smsId }, query: { client: clientId } }
}

/** Sends it again, as a new one. */
export function resendMessage(message: MessageId, sendAt: string | undefined) {
  return answerOf(api.POST('/messages/{smsId}/resend', { params: addressOf(message), body: { sendAt } }))
}

export function rescheduleMessage(message: MessageId, sendAt: string) {
  return api.PATCH('/messages/{smsId}', { params: addressOf(message), body: { sendAt } })
}

export function cancelMessage(message: MessageId) {
  return api.POST('/messages/{smsId}/cancel', { params: addressOf(message) })
}
