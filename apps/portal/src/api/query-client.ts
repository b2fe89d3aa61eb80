import { QueryClient } from '@tanstack/react-query'
import { toProblem } from './problem.ts'

/** Categories of errors that another attempt may not end in. */
const PASSING = new Set(['offline', 'unavailable', 'throttled'])

/** What has been loaded, and how it is loaded again. */
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
