/** What there is nothing to read from: no such file or process, or one of somebody else. */
const GONE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ESRCH', 'EACCES', 'EPERM'])

/**
 * The answer for what is not there; throws what went wrong otherwise. When this process has no file descriptor left, say, it cannot see whether a server runs, and
 * must not take that for an answer.
 */
export function noneIfGone<T>(error: unknown, none: T): T {
  if (GONE.has((error as NodeJS.ErrnoException).code)) return none
  throw error
}
