import type { Clock, Logger } from '@heliograph/contracts'
import type { MetricsRegistry } from '../metrics.ts'
import type { FaultScopes } from './fault-scopes.ts'
import type { Instance } from './instance.ts'
import { describeThrown } from './stack.ts'
import { closeLinks, stopInstance } from './stop.ts'

/** So many faults within so long take an instance out of service. */
const MOST_FAULTS = 3
const WITHIN_MS = 60_000
/** Faults of an instance that is out are logged so often at most: a timer of its own may go on throwing. */
const LOGGED_WHEN_OUT = 10

export interface InstanceFaultsOptions {
  readonly scopes: FaultScopes
  readonly instances: () => readonly Instance[]
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  /** How long one instance may take to stop. */
  readonly stopDeadlineMs: number
}

/** What is known of the faults of one instance. */
interface Record {
  total: number
  /** Times of the latest. */
  times: readonly number[]
  whenOut: number
}

/**
 * Deals with errors that nothing caught and that lead to an instance. Each ends the request that it belongs to; several
 * in a short time take the instance out of service, and everything else goes on.
 */
export class InstanceFaults {
  readonly #options: InstanceFaultsOptions
  readonly #records = new Map<string, Record>()
  readonly #stopping: Promise<void>[] = []

  constructor(options: InstanceFaultsOptions) {
    this.#options = options
  }

  /** Begins to count for the instances, so that their metrics are there before the first fault. */
  watch(instances: readonly Instance[]): void {
    for (const instance of instances) {
      const { id } = instance
      const metrics = this.#options.metrics.forInstance(id)
      const record: Record = { total: 0, times: [], whenOut: 0 }
      this.#records.set(id, record)
      metrics.counter('uncaught_errors', 'Errors of the instance that nothing caught').collect(() => record.total)
      metrics
        .gauge('out_of_service', '1 when the instance was taken out of service after errors that nothing caught')
        .collect(() => (instance.guard.isOut ? 1 : 0))
    }
  }

  /**
   * Takes an error that nothing caught. `owners` are the instances that its stack leads to. Returns whether it leads to
   * one instance, which then has been dealt with; otherwise nothing has been done. To be called from the listener for
   * such errors, which runs in the scope of the error.
   */
  take(thrown: unknown, owners: readonly string[]): boolean {
    const scope = this.#options.scopes.current()
    const [owner, ...others] = owners
    // Several instances of one package cannot be told apart by the stack.
    const id = owner !== undefined && others.length === 0 ? owner : scope?.instanceId
    const instance = this.#options.instances().find((each) => each.id === id)
    const record = id === undefined ? undefined : this.#records.get(id)
    if (instance === undefined || record === undefined) return false
    record.total += 1
    this.#log(instance, record, thrown, scope?.requestId)
    scope?.end?.(thrown)
    this.#judge(instance, record, thrown)
    return true
  }

  /** Resolves when the instances that were taken out have stopped. */
  async settled(): Promise<void> {
    await Promise.all(this.#stopping)
  }

  #log({ id, guard }: Instance, record: Record, thrown: unknown, requestId: string | undefined): void {
    if (guard.isOut) record.whenOut += 1
    if (record.whenOut > LOGGED_WHEN_OUT) return
    const request = requestId === undefined ? {} : { requestId }
    this.#options.logger.error(
      { instance: id, ...request, err: thrown },
      'uncaught error of an instance: its request ends, everything else continues',
    )
  }

  #judge(instance: Instance, record: Record, thrown: unknown): void {
    if (instance.guard.isOut) return
    const now = this.#options.clock.now()
    record.times = [...record.times, now].filter((time) => time > now - WITHIN_MS)
    if (record.times.length < MOST_FAULTS) return
    record.times = []
    record.whenOut = 0
    this.#takeOut(instance, describeThrown(thrown))
  }

  #takeOut(instance: Instance, last: string): void {
    const { logger, stopDeadlineMs: deadlineMs, clock } = this.#options
    instance.state = 'out'
    instance.failure =
      `taken out of service after ${MOST_FAULTS} errors that nothing caught within ${WITHIN_MS / 1000} s, ` +
      `the last: ${last}. ${instance.part.kind === 'adapter' ? 'A reload or a restart puts' : 'A restart puts'} it back.`
    logger.error({ instance: instance.id, reason: instance.failure }, 'Instance is out of service')
    instance.guard.takeOut()
    this.#stopping.push(this.#stop(instance, { clock, logger, deadlineMs }))
  }

  async #stop(instance: Instance, options: Parameters<typeof stopInstance>[1]): Promise<void> {
    await closeLinks(instance, options)
    await stopInstance(instance, options)
    instance.guard.silence()
  }
}
