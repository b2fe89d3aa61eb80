import type { Clock, Logger } from '@heliograph/contracts'
import type { NodeRole } from '../config/sections/node.ts'
import { withDeadline } from './deadline.ts'
import { type Instance, lifecycleOf } from './instance.ts'
import { startsWith } from './roles.ts'

export interface StartOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly roles: readonly NodeRole[]
  /** For each instance. */
  readonly deadlineMs: number
  /** Aborted when the gateway is stopped before it has started. */
  readonly signal: AbortSignal
}

/** An instance failed in one of its phases. */
export class InstanceError extends Error {
  override readonly name = 'InstanceError'
  readonly instanceId: string

  constructor(instanceId: string, message: string, cause: unknown) {
    super(message, { cause })
    this.instanceId = instanceId
  }

  static ofStart(instanceId: string, cause: unknown): InstanceError {
    const message = cause instanceof Error ? cause.message : String(cause)
    return new InstanceError(instanceId, `Instance '${instanceId}' cannot start: ${message}`, cause)
  }
}

/**
 * Starts the instances one after another, in the order they were created. Throws `InstanceError` at the first that
 * fails, unless it is optional; the caller has to stop those that have started by then.
 */
export async function startInstances(instances: readonly Instance[], options: StartOptions): Promise<void> {
  for (const instance of instances) {
    options.signal.throwIfAborted()
    if (instance.state !== 'created') continue
    if (startsWith(instance.part, options.roles)) await startInstance(instance, options)
    else instance.state = 'idle'
  }
}

async function startInstance(instance: Instance, options: StartOptions): Promise<void> {
  const startedAt = performance.now()
  const lifecycle = lifecycleOf(instance.part)
  try {
    await withDeadline(options, (signal) => instance.guard.run(() => lifecycle.start?.(signal)))
    instance.state = 'started'
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    instance.state = 'failed'
    instance.failure = `cannot start: ${message}`
    options.signal.throwIfAborted()
    options.logger.error({ instance: instance.id, err: error }, 'Instance cannot start')
    if (!instance.planned.optional) {
      throw InstanceError.ofStart(instance.id, error)
    }
  } finally {
    instance.startMs = performance.now() - startedAt
  }
}
