import type { NodeTools } from '../../database/node-tools.ts'
import { LookLoop } from '../../ownership/look-loop.ts'

/** Pauses that were not announced are found within this time. */
const LOOK_MS = 2_000

export interface LinkPausesOptions extends NodeTools {
  /** Called when links were paused or resumed. */
  readonly onChange: () => void
}

/** The links that operators have paused, as this node last saw them. */
export class LinkPauses {
  readonly #options: LinkPausesOptions
  #paused: ReadonlySet<string> = new Set()
  readonly #loop: LookLoop

  constructor(options: LinkPausesOptions) {
    this.#options = options
    this.#loop = new LookLoop({ ...options, what: 'paused links', everyMs: LOOK_MS, look: () => this.#load() })
  }

  /** Whether a link (`<instance>/<name>`) is paused, so that nothing may be handed to it. */
  has(link: string): boolean {
    return this.#paused.has(link)
  }

  /** Resolves once the paused links are known; nothing may be handed over before. Rejects when the database is away. */
  async start(): Promise<void> {
    await this.#load()
    void this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Called when something may have changed. */
  look(): void {
    void this.#loop.look()
  }

  /** When it fails, the last known pauses stay in force. */
  async #load(): Promise<void> {
    const rows = await this.#options.sql<{ link: string }[]>`select link from link_pause`
    const paused = new Set(rows.map(({ link }) => link))
    if (paused.size === this.#paused.size && [...paused].every((link) => this.#paused.has(link))) return
    this.#options.logger.info({ links: [...paused] }, 'paused links have changed')
    this.#paused = paused
    this.#options.onChange()
  }
}
