/** The task that dispatches messages of a route. */
export function dispatchTask(route: string): string {
  return `dispatch:${route}`
}

/** Flag of all dispatch jobs of a route; forbidding it stops fetching for the route. */
export function routeFlag(route: string): string {
  return `route:${route}`
}

/** Flag of the dispatch jobs of one route and priority; forbidding it leaves room for more urgent ones. */
export function priorityFlag(route: string, priority: number): string {
  return `route:${route}/${priority}`
}

/**
 * Attempts a job may have. Every start counts, also after a crash, and a job whose attempts are used up is never fetched again: none may be lost that way,
 * so this is the largest the column takes.
 */
export const JOB_MAX_ATTEMPTS = 32_767

/** Messages one job holds: small enough to be loaded and recorded at once, large enough that the job's own cost vanishes. */
export const MESSAGES_PER_JOB = 250
