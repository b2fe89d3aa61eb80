import type { Clock, Logger } from '@heliograph/contracts'
import { withDeadline } from './deadline.ts'
import { type Instance, lifecycleOf, linksOf } from './instance.ts'

export interface StopOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** For each instance. */
  readonly deadlineMs: number
}

/**
 * Stops the instances in reverse order, including those that failed to start. Never throws: errors are logged and the
 * next instance is stopped.
 */
export async function stopInstances(instances: readonly Instance[], options: StopOptions): Promise<void> {
  for (const instance of instances.toReversed()) {
    if (instance.state !== 'started' && instance.state !== 'failed') continue
    const failed = instance.state === 'failed'
    await stopInstance(instance, options)
    if (!failed) instance.state = 'stopped'
  }
}

/** Stops one instance. Never throws: an error is logged. */
export async function stopInstance({ id, part, guard }: Instance, options: StopOptions): Promise<void> {
  const lifecycle = lifecycleOf(part)
  try {
    await withDeadline(options, (signal) => guard.run(() => lifecycle.stop?.(signal)))
  } catch (error) {
    options.logger.error({ instance: id, err: error }, 'Instance did not stop cleanly')
  }
}

/** Closes the links of an instance, all at once. Never throws: errors are logged. */
export async function closeLinks({ id, part, guard }: Instance, options: StopOptions): Promise<void> {
  await Promise.all(
    linksOf(part).map(async (link) => {
      try {
        await withDeadline(options, (signal) => guard.run(() => link.close?.(signal)))
      } catch (error) {
        options.logger.error({ instance: id, link: link.name, err: error }, 'A link did not close cleanly')
      }
    }),
  )
}
