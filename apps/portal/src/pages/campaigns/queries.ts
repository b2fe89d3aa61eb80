import { useInfiniteQuery } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

/** Key of the list of campaigns. */
const CAMPAIGNS = ['uploads'] as const

/** Key of what programs have scheduled. */
const BULKS = ['get', '/scheduled'] as const

/** Campaigns of a page: each has its results counted. */
const PER_PAGE = 20

/** What was sent to many, page by page. */
export function useCampaigns() {
  useLive('uploads', CAMPAIGNS)
  return useInfiniteQuery({
    queryKey: CAMPAIGNS,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/uploads', { params: { query: { cursor, limit: PER_PAGE } } })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** What programs have scheduled for several numbers. */
export function useProgramBulks(): readonly Schemas['ShownScheduledBulk'][] {
  useLive('messages', BULKS, { restMs: 2_000 })
  const { data } = queries.useQuery('get', '/scheduled', { params: { query: { limit: 50 } } })
  return data?.records.filter(({ uploadId, messages }) => uploadId === null && messages > 1) ?? []
}

/** What became of the messages of a campaign is counted again at most this often. */
const FRESH_MS = 30_000

/** What became of the messages of a campaign; nothing is asked while none were accepted. */
export function useCampaignResults({ uploadId, accepted }: Schemas['Upload']) {
  const params = { params: { path: { uploadId } } }
  const refetchInterval = useLive('messages', ['get', '/uploads/{uploadId}/results', params], { restMs: FRESH_MS })
  const options = { enabled: accepted > 0, staleTime: FRESH_MS, refetchInterval }
  return queries.useQuery('get', '/uploads/{uploadId}/results', params, options)
}

/** Loads again all that shows a campaign. */
export function useReloadCampaign(uploadId: number) {
  return useReload(CAMPAIGNS, ['upload', uploadId], ['scheduled'], BULKS)
}

export function renameCampaign(uploadId: number, name: string) {
  return api.PATCH('/uploads/{uploadId}', { params: { path: { uploadId } }, body: { name } })
}

/** `speedLimit`: null for none. */
export function limitCampaign(uploadId: number, speedLimit: Schemas['Upload']['speedLimit']) {
  return api.PUT('/uploads/{uploadId}/speed-limit', { params: { path: { uploadId } }, body: { speedLimit } })
}

export function pauseCampaign(uploadId: number) {
  return answerOf(api.POST('/uploads/{uploadId}/pause', { params: { path: { uploadId } } }))
}

export function resumeCampaign(uploadId: number) {
  return answerOf(api.POST('/uploads/{uploadId}/resume', { params: { path: { uploadId } } }))
}

export function cancelCampaign(uploadId: number) {
  return answerOf(api.POST('/uploads/{uploadId}/cancel', { params: { path: { uploadId } } }))
}

/** Prepares the same again, under another name; answers with the new campaign. */
export function repeatCampaign(uploadId: number, name: string) {
  return answerOf(api.POST('/uploads/{uploadId}/resend', { params: { path: { uploadId } }, body: { name } }))
}
