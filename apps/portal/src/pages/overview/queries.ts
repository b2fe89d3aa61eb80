import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

/** The current figures; those of the previous period until they have come. */
export function useOverview(minutes: number, everyClient: true | undefined) {
  const refetchInterval = useLive('figures', ['get', '/overview'])
  const options = { refetchInterval, placeholderData: keepPreviousData }
  return queries.useQuery('get', '/overview', { params: { query: { minutes, everyClient } } }, options)
}
