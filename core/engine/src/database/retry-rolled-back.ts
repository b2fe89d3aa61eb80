const ATTEMPTS = 5

/** SQLSTATE serialization_failure and deadlock_detected: Postgres undid a transaction in favour of another one. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** Whether Postgres undid a transaction in favour of another one, which is done by now. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has((error as { code?: unknown } | null)?.code)
}

/** Runs a transaction, and again when it lost to another one: it has had no effect then, and the other one is done. */
export async function retryRolledBack<T>(run: () => PromiseLike<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRolledBack(error)) throw error
    }
  }
}
