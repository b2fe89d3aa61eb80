import { useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'

/** The list of campaigns among what was loaded. */
export const CAMPAIGNS = ['uploads']

/** Runs what changes a campaign; then all that shows it is loaded again, and what goes wrong is shown. */
export function useCampaignAction({ uploadId }: Schemas['Upload']) {
  const queryClient = useQueryClient()
  return async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run()
      const shown = [CAMPAIGNS, ['upload', uploadId], ['scheduled'], ['get', '/scheduled']]
      await Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    } catch (error) {
      notifyProblem(error)
    }
  }
}
