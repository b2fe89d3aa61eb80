import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './problem.ts'

/** The cache of loaded data, and how it is reloaded. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  })
}
