import type { Clock } from '@heliograph/contracts'

/** How long one instance may take. */
export interface InstanceDeadlines {
  readonly startDeadlineMs: number
  readonly stopDeadlineMs: number
}

export function instanceDeadlines({
  startDeadlineMs = 30_000,
  stopDeadlineMs = 2_000,
}: {
  readonly [K in keyof InstanceDeadlines]?: number | undefined
}): InstanceDeadlines {
  return { startDeadlineMs, stopDeadlineMs }
}

/** A step took longer than it may. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

export interface DeadlineOptions {
  readonly clock: Clock
  readonly deadlineMs: number
  /** Ends the wait before the deadline. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one step of a module and stops waiting for it at the deadline: the signal passed to `run` is then aborted, and
 * whatever the step still does is ignored. Throws `DeadlineError`, the reason of `signal`, or what the step threw.
 */
export async function withDeadline(options: DeadlineOptions, run: (signal: AbortSignal) => unknown): Promise<void> {
  const controller = new AbortController()
  const given = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  const abort = () => controller.abort(options.signal?.reason)
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort, { once: true })
  const cancelTimer = options.clock.after(options.deadlineMs, () => {
    controller.abort(new DeadlineError(`not done within ${options.deadlineMs / 1000} s`))
  })
  try {
    await Promise.race([given, (async () => run(controller.signal))()])
  } finally {
    cancelTimer()
    options.signal?.removeEventListener('abort', abort)
  }
}
