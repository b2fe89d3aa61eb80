import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import { sinceOf, type WebhookSearch } from './webhook-search.ts'

const PAGE = 50

/**
 * The filtered log, page by page. It follows changes, and is polled without them until the user has scrolled further.
 */
export function useWebhooks({ webhook: _, ...search }: WebhookSearch) {
  const refetchInterval = useLive('webhooks', ['webhooks'], { onlyFirstPage: true })
  return useInfiniteQuery({
    queryKey: ['webhooks', search],
    async queryFn({ pageParam: cursor, signal }) {
      const { period, ...conditions } = search
      const query = { ...conditions, since: sinceOf(period, Date.now()), cursor, limit: PAGE }
      const { data } = await api.GET('/webhooks', { params: { query }, signal })
      return data ?? { records: [], next: null }
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? refetchInterval : false),
  })
}
