import type { QueryClient } from '@tanstack/react-query'

/** Reloads everything that shows a client. */
export async function refreshClient(queryClient: QueryClient): Promise<void> {
  const keys = [['clients'], ['get', '/clients/{clientId}'], ['ledger']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
