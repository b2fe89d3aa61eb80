import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import { QUEUES } from '../../components/shared-queries.ts'
import { useLive } from '../../live/use-live.ts'

const LINKS = ['get', '/operator/links'] as const
const HOURS = ['get', '/operator/links/hours'] as const
const HOLDS = ['get', '/operator/holds'] as const
const UNKNOWN = ['get', '/operator/unknown'] as const

/** What waits for links is counted no more often. */
const LINKS_REST_MS = 3_000

/** The links of all nodes. */
export function useLinks() {
  const refetchInterval = useLive('deployment', LINKS)
  useLive('messages', LINKS, { restMs: LINKS_REST_MS })
  return queries.useQuery('get', '/operator/links', {}, { refetchInterval })
}

/** A minute more is known each minute. */
const HOURS_REST_MS = 30_000

/** What each link did in the last hour. */
export function useLinkHours() {
  const refetchInterval = useLive('heartbeats', HOURS, { restMs: HOURS_REST_MS })
  return queries.useQuery('get', '/operator/links/hours', {}, { refetchInterval })
}

export function usePauseLink() {
  return queries.useMutation('post', '/operator/links/{instance}/{name}/pause')
}

export function useResumeLink() {
  return queries.useMutation('post', '/operator/links/{instance}/{name}/resume')
}

export function useReloadLinks() {
  return useReload(LINKS, QUEUES)
}

/** What waits on each route, as it is now. */
export async function loadQueues() {
  return (await answerOf(api.GET('/operator/queues'))).records
}

/** What is on hold. */
export function useHolds() {
  const refetchInterval = useLive('deployment', HOLDS)
  return queries.useQuery('get', '/operator/holds', {}, { refetchInterval })
}

export function useHold() {
  return queries.useMutation('put', '/operator/holds/{kind}')
}

export function useEndHold() {
  return queries.useMutation('delete', '/operator/holds/{kind}')
}

export function useReloadHolds() {
  return useReload(HOLDS)
}

/** Counting reads all of them, and receipts settle them one by one. */
const UNKNOWN_REST_MS = 15_000

/** How many messages may or may not have been sent, by client and route. */
export function useUnknown() {
  const refetchInterval = useLive('unknown', UNKNOWN, { restMs: UNKNOWN_REST_MS })
  return queries.useQuery('get', '/operator/unknown', {}, { refetchInterval })
}

export function useReloadUnknown() {
  return useReload(UNKNOWN)
}

export interface Decision {
  readonly clientId: number
  readonly route: string
  readonly decision: 'sent' | 'failed' | 'resend'
}

/** Decides about all messages of a client and route: a request decides about a thousand at most. */
export async function decideAll(body: Decision): Promise<number> {
  let decided = 0
  for (;;) {
    const { messages } = await answerOf(api.POST('/operator/unknown/decide', { body }))
    if (messages === 0) return decided
    decided += messages
  }
}

/** Adapters and plugins. */
export function useInstances() {
  const refetchInterval = useLive('instances', ['get', '/operator/instances'])
  return queries.useQuery('get', '/operator/instances', {}, { refetchInterval })
}

/** The live nodes, and the database. */
export function useNodes() {
  const refetchInterval = useLive('heartbeats', ['get', '/operator/nodes'])
  return queries.useQuery('get', '/operator/nodes', {}, { refetchInterval })
}

/** The rules and the routes they lead to. */
export function useRouting() {
  return queries.useQuery('get', '/operator/routing')
}

/** What a message would need to be routed. */
export interface RouteQuestion {
  readonly to: string
  readonly clientId: number
  /** Empty: the client's own. */
  readonly sender: string
  readonly priority: Schemas['Priority']
  readonly parts: number
}

/** Explains which route a message would take. */
export function useExplainRoute() {
  return useMutation({
    mutationFn({ sender, ...question }: RouteQuestion) {
      const query = { ...question, sender: sender.trim() || undefined }
      return answerOf(api.GET('/operator/routing/explain', { params: { query } }))
    },
  })
}

const UNMATCHED_PAGE = 50

/** Receipts that match no message, newest first. */
export function useUnmatchedReceipts() {
  return useInfiniteQuery({
    queryKey: ['unmatched', 'receipts'],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/operator/unmatched/receipts', { params: { query: { cursor, limit: UNMATCHED_PAGE } } })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Incoming SMS to numbers without a channel, newest first. */
export function useUnmatchedIncoming() {
  return useInfiniteQuery({
    queryKey: ['unmatched', 'incoming'],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/operator/unmatched/incoming', { params: { query: { cursor, limit: UNMATCHED_PAGE } } })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
