import type { Schemas } from '../../api/client.ts'
import { useCampaignResults } from './queries.ts'

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
export function useResults(campaign: Schemas['Upload']): Results | undefined {
  const { data } = useCampaignResults(campaign)
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
