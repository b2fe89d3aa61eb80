import type { NodeTools } from '../../database/node-tools.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import { listHolds } from './hold-statements.ts'
import { type Parking, parkingOfBulk, parkingOfClient } from './parked-batches.ts'
import { listPausedBulks } from './paused-bulks.ts'

/** Holds that were not announced are found within this time. */
const LOOK_MS = 2_000

export interface SendingHoldsOptions extends NodeTools {
  /** Called when something was put on hold or resumed. */
  readonly onChange: () => void
}

/** What operators have put on hold, and what clients have paused, as this node last saw it. */
export class SendingHolds {
  readonly #options: SendingHoldsOptions
  #isAll = false
  #routes: ReadonlySet<string> = new Set()
  #clients: ReadonlySet<number> = new Set()
  #bulks: ReadonlyMap<string, Parking> = new Map()
  #known = ''
  readonly #loop: LookLoop

  constructor(options: SendingHoldsOptions) {
    this.#options = options
    this.#loop = new LookLoop({ ...options, what: 'holds', everyMs: LOOK_MS, look: () => this.#load() })
  }

  /** Whether nothing may be handed over of a route (`default`, or `default/2` for its second group). */
  hasRoute(route: string): boolean {
    if (this.#isAll) return true
    if (this.#routes.size === 0) return false
    const stage = route.indexOf('/')
    return this.#routes.has(stage < 0 ? route : route.slice(0, stage))
  }

  /** Where messages of a client, or of one of its bulks, are to wait; undefined: nothing holds them. */
  parkingOf(clientId: number, bulkId: string | null): Parking | undefined {
    if (this.#clients.size > 0 && this.#clients.has(clientId)) return parkingOfClient(clientId)
    if (this.#bulks.size === 0 || bulkId === null) return undefined
    return this.#bulks.get(bulkKey(clientId, bulkId))
  }

  /** Resolves once the holds are known; nothing may be handed over before. Rejects when the database is away. */
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

  /** When it fails, the last known holds stay in force. */
  async #load(): Promise<void> {
    const { sql } = this.#options
    const [holds, bulks] = await Promise.all([listHolds(sql), listPausedBulks(sql)])
    const names = holds.map(({ kind, name }) => (name === '' ? kind : `${kind} ${name}`))
    const known = [...names, ...bulks.map(({ pauseId }) => `bulk ${pauseId}`)].join('\n')
    if (known === this.#known) return
    this.#known = known
    this.#isAll = holds.some(({ kind }) => kind === 'deployment')
    this.#routes = new Set(holds.flatMap(({ kind, name }) => (kind === 'route' ? [name] : [])))
    this.#clients = new Set(holds.flatMap(({ kind, name }) => (kind === 'client' ? [Number(name)] : [])))
    this.#bulks = new Map(bulks.map((bulk) => [bulkKey(bulk.clientId, bulk.bulkId), parkingOfBulk(bulk)]))
    this.#options.logger.info({ holds: names, pausedBulks: bulks.length }, 'holds have changed')
    this.#options.onChange()
  }
}

function bulkKey(clientId: number, bulkId: string): string {
  return `${clientId} ${bulkId}`
}
