import type { Clock, Logger, Metrics } from '@heliograph/contracts'
import { waitUnless } from '../time-limit.ts'
import type { ReadyGateway, ToWorker, WorkerOrder } from './messages.ts'
import { NO_ENDS, noteEnd } from './restart-delay.ts'
import { Worker, type WorkerOptions } from './worker.ts'

export interface CrewOptions extends Pick<WorkerOptions, 'fork' | 'onWait'> {
  /** Names of the workers. */
  readonly names: readonly string[]
  /** Where the admin port is. */
  readonly adminUrl: () => string
  readonly holdsLog: boolean
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Called when a worker has ended unexpectedly. */
  readonly onEnd: (worker: string, reason: string) => void
}

export type CrewPhase = 'starting' | 'running' | 'stopping'

/** The workers of a gateway: started in turn, started again when they end, stopped together. */
export class Crew {
  readonly workers: readonly Worker[]
  readonly #options: CrewOptions
  readonly #stopping = new AbortController()
  readonly #restarts: ReturnType<Metrics['counter']>
  #ports: WorkerOrder['ports'] = {}
  #phase: CrewPhase = 'starting'

  constructor(options: CrewOptions) {
    const { names, metrics } = options
    this.#options = options
    this.workers = names.map((name) => new Worker({ ...options, name }))
    const up = metrics.gauge('worker_up', '1 while the worker serves, 0 while it starts', ['worker'])
    this.#restarts = metrics.counter('worker_restarts_total', 'Starts of a worker after it had ended', ['worker'])
    for (const worker of this.workers) {
      up.collect(() => Number(worker.isReady), { worker: worker.name })
      this.#restarts.add(0, { worker: worker.name })
    }
  }

  get phase(): CrewPhase {
    return this.#phase
  }

  /**
   * Resolves once every worker serves. The first is alone until it does: it migrates the database and finds the ports
   * taken or free. Rejects with the reason when one fails, or when `signal` is aborted; then they have all ended.
   */
  async start(signal: AbortSignal): Promise<ReadyGateway> {
    const giveUp = (): void => void this.#giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      signal.throwIfAborted()
      const [first, ...others] = this.workers as [Worker, ...Worker[]]
      const gateway = await first.start(this.#orderOf(first, true))
      this.#ports = gateway.ports
      const lost = first.ended.then(({ error }) => Promise.reject(error))
      await Promise.race([lost, Promise.all(others.map((worker) => worker.start(this.#orderOf(worker, false))))])
      signal.throwIfAborted()
      this.#phase = 'running'
      this.#tellAll({ kind: 'release-log' })
      for (const worker of this.workers) void this.#keep(worker)
      return gateway
    } catch (error) {
      await this.#giveUp()
      throw error
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  reload(): void {
    this.#tellAll({ kind: 'reload' })
  }

  /**
   * Resolves when all have ended. Each goes on serving for `stop.delaySeconds` before it stops, unless `hurry` is
   * aborted. Rejects when one did not end in order.
   */
  async stop(hurry: AbortSignal): Promise<void> {
    this.#phase = 'stopping'
    this.#stopping.abort()
    const tell = (): void => this.#tellAll({ kind: 'stop', hurry: hurry.aborted })
    hurry.addEventListener('abort', tell, { once: true })
    tell()
    const ends = await Promise.all(this.workers.filter(({ isRunning }) => isRunning).map(({ ended }) => ended))
    hurry.removeEventListener('abort', tell)
    const failed = ends.find(({ isOrderly }) => !isOrderly)
    if (failed !== undefined) throw failed.error
  }

  /** Ends all processes at once. */
  kill(): void {
    for (const worker of this.workers) worker.kill()
  }

  async #giveUp(): Promise<void> {
    await this.stop(AbortSignal.abort()).catch(() => undefined)
  }

  /** Starts a worker again whenever it has ended, until all are to stop. */
  async #keep(worker: Worker): Promise<void> {
    const { clock, logger, onEnd } = this.#options
    const { signal } = this.#stopping
    let ends = NO_ENDS
    for (;;) {
      const startedAt = clock.now()
      const { reason } = await worker.ended
      if (signal.aborted) return
      ends = noteEnd(ends, clock.now() - startedAt)
      const { delayMs } = ends
      logger.error({ worker: worker.name, reason, delayMs }, 'a worker exited; restarting it')
      onEnd(worker.name, reason)
      await waitUnless(clock, delayMs, signal)
      if (signal.aborted) return
      this.#restarts.add(1, { worker: worker.name })
      // How it goes is seen by its end.
      worker.start(this.#orderOf(worker, false)).catch(() => undefined)
    }
  }

  #orderOf({ name }: Worker, isFirst: boolean): WorkerOrder {
    const { adminUrl, holdsLog } = this.#options
    return { name, isFirst, adminUrl: adminUrl(), ports: this.#ports, holdsLog: holdsLog && this.#phase === 'starting' }
  }

  #tellAll(message: ToWorker): void {
    for (const worker of this.workers) worker.tell(message)
  }
}
