import { useInfiniteQuery } from '@tanstack/react-query'
import { answerOf, api, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

const SCHEDULED = ['scheduled'] as const

const PAGE = 100

/** What waits for its time, the earliest first. */
export function useScheduled() {
  const refetchInterval = useLive('messages', SCHEDULED)
  return useInfiniteQuery({
    queryKey: SCHEDULED,
    queryFn: ({ pageParam: cursor }) => answerOf(api.GET('/scheduled', { params: { query: { cursor, limit: PAGE } } })),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval,
  })
}

/** Loads again what shows bulks. */
export function useReloadBulks() {
  return useReload(SCHEDULED, ['get', '/scheduled'], ['uploads'])
}

export function pauseBulk(bulkId: string) {
  return api.POST('/scheduled/{bulkId}/pause', { params: { path: { bulkId } } })
}

export function resumeBulk(bulkId: string) {
  return api.POST('/scheduled/{bulkId}/resume', { params: { path: { bulkId } } })
}

export function moveBulk(bulkId: string, sendAt: string) {
  return api.PATCH('/scheduled/{bulkId}', { params: { path: { bulkId } }, body: { sendAt } })
}

export function cancelBulk(bulkId: string) {
  return api.POST('/scheduled/{bulkId}/cancel', { params: { path: { bulkId } } })
}
