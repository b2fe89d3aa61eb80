import createQueries from 'openapi-react-query'
import { api } from './requests.ts'

export * from './requests.ts'

/**
 * Queries and mutations of the API for components: `queries.useQuery('get', '/session')`. Their errors are `Problem`s.
 * The login page does not use them.
 */
export const queries = createQueries(api)
