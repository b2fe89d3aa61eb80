import { toServiceError } from './database-errors.ts'

/**
 * Resolves with a statement's result, or rejects with the error of a service: `unavailable`/`database-away` when there
 * is no answer in time. Only for statements that may be run again without harm.
 */
export async function serviceAnswer<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw toServiceError(error)
  }
}
