import { setTimeout as delay } from 'node:timers/promises'
import { type GatewayProcess, type GatewayProcessOptions, startGatewayProcess } from '../gateway/gateway-process.ts'

const RESTART_PAUSE_MS = 300

/**
 * A gateway that is started again whenever it ends, as a service manager does: a node that loses touch with the others
 * ends itself.
 */
export class NodeSupervisor {
  readonly #options: Omit<GatewayProcessOptions, 'onDeath'>
  #process: GatewayProcess | undefined
  #isStopping = false
  #running: Promise<void> = Promise.resolve()
  #wasKilled = false
  /** How the gateway ended each time that it was neither asked to stop nor killed. */
  readonly deaths: string[] = []

  constructor(options: Omit<GatewayProcessOptions, 'onDeath'>) {
    this.#options = options
  }

  /** Base address for requests; undefined while the gateway is down. */
  get http(): string | undefined {
    return this.#process?.http
  }

  /** Starts the gateway; resolves when it serves. */
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
    // The gateway came up while the round was ending.
    if (this.#isStopping) await started.stop('SIGKILL')
  }

  /** Does nothing while the gateway is down. */
  kill(): void {
    if (this.#process === undefined) return
    try {
      process.kill(this.#process.pid, 'SIGKILL')
      this.#wasKilled = true
    } catch {
      // The gateway has just ended on its own.
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

  /** Tries until the gateway serves, which may be impossible while its database is down. */
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
