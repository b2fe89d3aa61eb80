import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { signatureOf } from './verify-signature.ts'
import { sinceOf, type WebhookSearch } from './webhook-search.ts'

const LOG = ['webhooks'] as const
const WEBHOOK = ['get', '/webhooks/{webhookId}'] as const

const PAGE = 50

/**
 * The filtered log, page by page. It follows changes, and is polled without them until the user has scrolled further.
 */
export function useWebhooks({ webhook: _, ...search }: WebhookSearch) {
  const refetchInterval = useLive('webhooks', LOG, { onlyFirstPage: true })
  return useInfiniteQuery({
    queryKey: [...LOG, search],
    queryFn({ pageParam: cursor, signal }) {
      const { period, ...conditions } = search
      const query = { ...conditions, since: sinceOf(period, Date.now()), cursor, limit: PAGE }
      return answerOf(api.GET('/webhooks', { params: { query }, signal }))
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? refetchInterval : false),
  })
}

/** One webhook with its attempts; it follows further ones. */
export function useWebhook(webhookId: number) {
  const refetchInterval = useLive('webhooks', WEBHOOK)
  const params = { path: { webhookId } }
  return queries.useQuery('get', '/webhooks/{webhookId}', { params }, { refetchInterval })
}

/** The failing servers. */
export function usePausedHosts(everyClient: boolean) {
  const refetchInterval = useLive('webhooks', ['get', '/webhooks/paused-hosts'])
  const params = { query: { everyClient } }
  return queries.useQuery('get', '/webhooks/paused-hosts', { params }, { refetchInterval })
}

/** Sends webhooks again and reports how many there were. */
export function useResend() {
  const texts = useTexts(webhookTexts)
  const reload = useReload(LOG, WEBHOOK)
  return useMutation({
    mutationFn: (body: Schemas['WebhookSelection']) => answerOf(api.POST('/webhooks/resend', { body })),
    async onSuccess({ resent }) {
      notifyDone(texts.resent({ count: resent }))
      await reload()
    },
    onError: (error) => notifyProblem(error),
  })
}

/** The signature that a body has with a secret, computed in the browser; null: it cannot be. */
export function useSignature(secret: string, body: string) {
  return useQuery({
    queryKey: ['signature', secret, body],
    queryFn: async () => (await signatureOf(secret, body)) ?? null,
    gcTime: 0,
  })
}
