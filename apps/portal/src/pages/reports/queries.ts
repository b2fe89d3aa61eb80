import { keepPreviousData } from '@tanstack/react-query'
import { queries, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import type { toApiQuery } from './report-search.ts'

/** The gateway counts the current hour every minute, and minutes more often. */
const REST_MS = 60_000

/** The figures of a report; those of the previous one until they have come. */
export function useFigures(query: ReturnType<typeof toApiQuery> & { readonly everyClient: true | undefined }) {
  const refetchInterval = useLive('figures', ['get', '/figures'], { restMs: REST_MS })
  const options = { refetchInterval, placeholderData: keepPreviousData }
  return queries.useQuery('get', '/figures', { params: { query } }, options)
}

/** The reports that the user keeps. */
export function useSavedReports() {
  return queries.useQuery('get', '/reports')
}

export function useReloadSavedReports() {
  return useReload(['get', '/reports'])
}

export function useSaveReport() {
  return queries.useMutation('post', '/reports')
}

export function useChangeReport() {
  return queries.useMutation('put', '/reports/{reportId}')
}

export function useRemoveReport() {
  return queries.useMutation('delete', '/reports/{reportId}')
}
