import { setTimeout as delay } from 'node:timers/promises'
import { type GatewayProcess, type GatewayProcessOptions, startGatewayProcess } from '../gateway/gateway-process.ts'

const RESTART_PAUSE_MS = 300

/** A gateway that is started again whenever it ends, as a service manager does it: what loses touch with the others ends itself. */
export class NodeSupervisor {
  readonly #options: Omit<GatewayProcessOptions, 'onDeath'>
  #process: GatewayProcess | undefined
  #isStopping = false
  #running: Promise<void> = Promise.resolve()
  #wasKilled = false
  /** How it ended each time that it was neither told to nor killed. */
  readonly deaths: string[] = []

  constructor(options: Omit<GatewayProcessOptions, 'onDeath'>) {
    this.#options = options
  }

  /** Where it takes requests, undefined while it is away. */
  get http(): string | undefined {
    return this.#process?.http
  }

  /** Resolves when it serves. */
  async start(): Promise<void> {
    let isDead = false
    const started = await startGatewayProcess({
      ...this.#options,
      onDeath: (error) => {
        isDead = true
        this.#onDeath(error)
      },
    })
    if (isDead) return
    this.#process = started
    // It was started while the round ended.
    if (this.#isStopping) await started.stop('SIGKILL')
  }

  /** Does nothing while it is away. */
  kill(): void {
    if (this.#process === undefined) return
    try {
      process.kill(this.#process.pid, 'SIGKILL')
      this.#wasKilled = true
    } catch {
      // It has just ended by itself.
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#process?.stop()
    await this.#running
  }

  #onDeath(error: Error): void {
    this.#process = undefined
    if (!this.#wasKilled) this.deaths.push(error.message)
    this.#wasKilled = false
    this.#running = this.#restart()
  }

  /** Tries until it serves: it may not be able to while its database is away. */
  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      await delay(RESTART_PAUSE_MS)
      try {
        return await this.start()
      } catch (error) {
        this.deaths.push((error as Error).message)
      }
    }
  }
}
