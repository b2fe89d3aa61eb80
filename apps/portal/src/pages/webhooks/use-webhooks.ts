import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { sinceOf, type WebhookSearch } from './webhook-search.ts'

const PAGE = 50
const FRESH_MS = 5_000

/**
 * The filtered log, page by page. The newest page is reloaded every few seconds until the user has scrolled further.
 */
export function useWebhooks({ webhook: _, ...search }: WebhookSearch) {
  return useInfiniteQuery({
    queryKey: ['webhooks', search],
    async queryFn({ pageParam: before, signal }) {
      const { period, ...conditions } = search
      const query = { ...conditions, since: sinceOf(period, Date.now()), before, limit: PAGE }
      const { data } = await api.GET('/webhooks', { params: { query }, signal })
      return data ?? { records: [], next: null }
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? FRESH_MS : false),
  })
}
