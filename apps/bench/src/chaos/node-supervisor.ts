import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type GatewayProcess, type GatewayProcessOptions, startGatewayProcess } from '../gateway/gateway-process.ts'

const RESTART_PAUSE_MS = 300

export interface NodeSupervisorOptions extends Omit<GatewayProcessOptions, 'onDeath' | 'nodeOptions'> {
  /** Called when the gateway serves. */
  readonly onUp: () => void
  /** Called when a gateway that served has ended without being asked to. */
  readonly onDown: () => void
}

/**
 * A gateway that is started again whenever it ends, as a service manager does: a node that loses touch with the others
 * ends itself.
 */
export class NodeSupervisor {
  readonly #options: NodeSupervisorOptions
  readonly #clockFile: string
  #process: GatewayProcess | undefined
  #isStopping = false
  #running: Promise<void> = Promise.resolve()
  #wasKilled = false
  /** How the gateway ended each time that it was neither asked to stop nor killed. */
  readonly deaths: string[] = []

  constructor(options: NodeSupervisorOptions) {
    this.#options = options
    this.#clockFile = join(options.folder, 'clock')
  }

  /** Base address for requests; undefined while the gateway is down. */
  get http(): string | undefined {
    return this.#process?.http
  }

  /** Undefined while the gateway is down. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Starts the gateway; resolves when it serves. */
  async start(): Promise<void> {
    let isDead = false
    const clock = new URL(`../../bin/stepped-clock.mjs?file=${encodeURIComponent(this.#clockFile)}`, import.meta.url)
    const { onUp, onDown, ...options } = this.#options
    const started = await startGatewayProcess({
      ...options,
      nodeOptions: ['--import', clock.href],
      onDeath: (error) => {
        isDead = true
        onDown()
        this.#onDeath(error)
      },
    })
    if (isDead) return
    this.#process = started
    onUp()
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

  /** From now on the gateway's clock is off by this much, also after its next start. */
  async stepClock(stepMs: number): Promise<void> {
    await writeFile(this.#clockFile, String(stepMs))
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
