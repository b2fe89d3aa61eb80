import type { Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useReloadCampaign } from './queries.ts'

/** Runs what changes a campaign; then all that shows it is loaded again, and what goes wrong is shown. */
export function useCampaignAction({ uploadId }: Schemas['Upload']) {
  const reload = useReloadCampaign(uploadId)
  return async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run()
      await reload()
    } catch (error) {
      notifyProblem(error)
    }
  }
}
