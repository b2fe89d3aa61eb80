import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { clientNameTexts } from '../texts/client-names.ts'

/** How many names are asked for at once. */
const MOST = 500

/** Names change seldom. */
const FRESH_MS = 60_000

/**
 * The names of clients, for lists in which operators see things of several. A client whose name has not been loaded is
 * called by its number. Without ids nothing is asked.
 */
export function useClientNames(clientIds: readonly number[]): (clientId: number) => string {
  const texts = useTexts(clientNameTexts)
  const asked = [...new Set(clientIds)].sort((a, b) => a - b).slice(0, MOST)
  const { data } = queries.useQuery(
    'get',
    '/clients',
    { params: { query: { clientIds: asked, limit: MOST } } },
    { enabled: asked.length > 0, staleTime: FRESH_MS, placeholderData: keepPreviousData },
  )
  const names = new Map(data?.records.map(({ clientId, name }) => [clientId, name]))
  return (clientId) => names.get(clientId) ?? texts.client({ clientId })
}
