/** Codes that mean there is nothing to read: no such file or process, or one that belongs to another user. */
const GONE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ESRCH', 'EACCES', 'EPERM'])

/**
 * Returns `none` for something that does not exist and throws any other error. A process that is out of file
 * descriptors, for example, cannot see whether a server runs, and must not conclude that none does.
 */
export function ignoreMissing<T>(error: unknown, none: T): T {
  if (GONE.has((error as NodeJS.ErrnoException).code)) return none
  throw error
}
