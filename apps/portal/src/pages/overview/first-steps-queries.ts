import { queries } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

/** What the client has done so far. */
export function useFirstSteps() {
  return queries.useQuery('get', '/first-steps')
}

/** The same, and follows it. */
export function useLiveFirstSteps() {
  const refetchInterval = useLive('messages', ['get', '/first-steps'])
  return queries.useQuery('get', '/first-steps', {}, { refetchInterval })
}
