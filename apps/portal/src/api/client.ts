import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import createQueries from 'openapi-react-query'
import { api } from './requests.ts'

export * from './requests.ts'

/**
 * Queries and mutations of the API for components: `queries.useQuery('get', '/session')`. Their errors are `Problem`s.
 * The login page does not use them.
 */
export const queries = createQueries(api)

/** Loads again what is shown of the queries whose keys begin with one of these, and the others when they are shown. */
export function useReload(...queryKeys: readonly QueryKey[]): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
