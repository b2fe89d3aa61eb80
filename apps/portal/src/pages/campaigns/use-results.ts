import { queries, type Schemas } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

/** What became of the messages of a campaign is counted anew at most this often. */
const FRESH_MS = 30_000

const FAILED: ReadonlySet<Schemas['MessageState']> = new Set([
  'undeliverable',
  'refused-by-network',
  'expired',
  'no-route',
])

export interface Results {
  readonly delivered: number
  readonly failed: number
  readonly recipients: number
  readonly replied: number
  readonly optedOut: number
  /** The same for each of two texts. */
  readonly texts: Schemas['CampaignResults']['texts']
}

/** What became of a campaign; undefined: nothing of it was accepted, or it is not known yet. */
export function useResults({ uploadId, accepted }: Schemas['Upload']): Results | undefined {
  const params = { params: { path: { uploadId } } }
  const refetchInterval = useLive('messages', ['get', '/uploads/{uploadId}/results', params], { restMs: FRESH_MS })
  const { data } = queries.useQuery('get', '/uploads/{uploadId}/results', params, {
    enabled: accepted > 0,
    staleTime: FRESH_MS,
    refetchInterval,
  })
  if (data === undefined) return undefined
  const { states, recipients, replied, optedOut, texts } = data
  const count = (isMeant: (state: Schemas['MessageState']) => boolean) =>
    states.reduce((sum, { state, messages }) => sum + (isMeant(state) ? messages : 0), 0)
  return {
    recipients,
    replied,
    optedOut,
    texts,
    delivered: count((state) => state === 'delivered'),
    failed: count((state) => FAILED.has(state)),
  }
}
