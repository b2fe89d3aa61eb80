import { QueryClient } from '@tanstack/react-query'
import { toProblem } from './problem.ts'

/** Categories of errors that may be gone at the next attempt. */
const PASSING = new Set(['offline', 'unavailable', 'throttled'])

/** The cache of loaded data, and how it is reloaded. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && PASSING.has(toProblem(error).category),
      },
    },
  })
}
