import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { type MessageSearch, toApiQuery } from './message-search.ts'

export type Message = Schemas['Message']

/** The keys of all lists begin with it, so that code that changes a message can have them all reloaded. */
export const MESSAGES_KEY = 'messages'

const PAGE = 100

/** While only the newest messages are shown, they are reloaded this often. */
const AGAIN_MS = 5_000

/**
 * A search that has found too little continues on its own for this many pages, each some ten thousand messages; then it
 * asks.
 */
const PAGES_BY_ITSELF = 60

/** The messages that match, loaded page by page. */
export function useMessages(search: MessageSearch) {
  const everyClient = useEveryClient()
  const query = { ...toApiQuery(search), everyClient }
  const [stoppedAt, setStoppedAt] = useState<number>()
  const found = useInfiniteQuery({
    queryKey: [MESSAGES_KEY, 'list', query],
    async queryFn({ pageParam, signal }) {
      const page = { ...query, limit: PAGE, before: pageParam }
      return (await api.GET('/messages', { params: { query: page }, signal })).data as Schemas['MessageList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (isShort(state.data?.pages) ? AGAIN_MS : false),
    refetchOnWindowFocus: ({ state }) => isShort(state.data?.pages),
  })
  const pages = found.data?.pages
  const messages = useMemo(() => pages?.flatMap(({ records }) => records) ?? [], [pages])
  const emptyPages = pages === undefined ? 0 : pages.length - 1 - pages.findLastIndex((page) => page.records.length > 0)
  const isStopped = stoppedAt === pages?.length || (emptyPages > 0 && emptyPages % PAGES_BY_ITSELF === 0)
  const { fetchNextPage } = found
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return {
    ...{ messages, more, error: found.error, isPending: found.isPending, isLoadingMore: found.isFetchingNextPage },
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

function isShort(pages: readonly unknown[] | undefined): boolean {
  return pages === undefined || pages.length <= 1
}
