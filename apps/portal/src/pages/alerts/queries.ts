import { queries, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

const ALERTS = ['get', '/alerts'] as const

/** The alerts of the client, as they stand. */
export function useAlerts() {
  useLive('alerts', ALERTS)
  return queries.useQuery('get', '/alerts')
}

export function useReloadAlerts() {
  return useReload(ALERTS)
}

export function useAddAlert() {
  return queries.useMutation('post', '/alerts')
}

export function useChangeAlert() {
  return queries.useMutation('put', '/alerts/{alertId}')
}

export function useRemoveAlert() {
  return queries.useMutation('delete', '/alerts/{alertId}')
}
