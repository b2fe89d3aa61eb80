import { toServiceError } from './database-errors.ts'
import { withDeadline } from './deadline.ts'

/** What a statement gives, or the error of a service: `unavailable`/`database-away` when it has no answer in time. Only for what may be run again without harm. */
export async function serviceAnswer<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await withDeadline(statement)
  } catch (error) {
    throw toServiceError(error)
  }
}
