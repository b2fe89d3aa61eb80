import type { Clock } from '@heliograph/contracts'
import { groupBy } from '../../database/group-by.ts'
import type { WaitingPlace } from '../batches/batch-statements.ts'
import { isParked } from '../holds/parked-batches.ts'
import type { BatchEnds } from './batch-ends.ts'
import { ClosedRoutes } from './closed-routes.ts'
import { takeDetours } from './detours.ts'
import type { BatchTicket } from './links/batch-ticket.ts'
import type { LinkPool } from './links/link-pool.ts'
import type { QueuedMessage } from './links/queued-message.ts'

export interface BatchReturnsOptions {
  /** Measures how long something takes, and is never set. */
  readonly clock: Clock
  readonly pool: Pick<LinkPool, 'routes' | 'isRouteOpen' | 'drainRoute' | 'takeForOthers' | 'drain' | 'push' | 'pump'>
  readonly ends: BatchEnds
  /** Whether this node hands over nothing for reasons that may pass, so that it cannot tell what others should send. */
  readonly isHindered: () => boolean
  /** Where a message is to wait that something holds; undefined: nothing does. */
  readonly placeOf: (item: QueuedMessage) => WaitingPlace | undefined
  /** Called with messages that are no longer this node's. */
  readonly onGivenBack: (smsId: number, ticket: BatchTicket) => void
  /** Called when nothing of a batch is this node's any more. */
  readonly onGone: (batchId: number) => void
  /** Called when batches of the route are free for any node. */
  readonly onReturned: (route: string) => void
  /** Called with messages that wait apart from others now, as all can see who look at the table. */
  readonly onParked: (smsIds: readonly number[]) => void
}

/** What is to be parked is gathered for this long. */
const PARK_MS = 50

/** Messages of one batch. */
interface Portion extends WaitingPlace {
  readonly ticket: BatchTicket
  readonly smsIds: readonly number[]
}

/** Gives back to Postgres what this node cannot send, for another node to claim. */
export class BatchReturns {
  readonly #options: BatchReturnsOptions
  /** Batches that are being given back; each promise resolves with whether nothing of the batch stays here. */
  readonly #underWay = new Map<BatchTicket, Promise<boolean>>()
  readonly #closed = new ClosedRoutes()
  /** Messages that something holds, which are about to be given back. */
  #parking: QueuedMessage[] = []
  #isParkingPlanned = false

  constructor(options: BatchReturnsOptions) {
    this.#options = options
  }

  /** Resolves with whether nothing of a batch stays here; undefined: it is not being given back. */
  of(ticket: BatchTicket): Promise<boolean> | undefined {
    return this.#underWay.get(ticket)
  }

  /**
   * Gives back what other nodes should send, and what waits for routes that have been closed for a while. To be called
   * regularly.
   */
  look(): void {
    const { pool, clock, isHindered } = this.#options
    const forOthers = isHindered() ? [] : pool.takeForOthers()
    for (const { route, items } of forOthers) void this.#giveBackItems(items, unheld(route))
    const isOpen = (route: string) => pool.isRouteOpen(route)
    for (const route of this.#closed.closedAtLength(pool.routes, isOpen, clock.now()))
      void this.#giveBackItems(pool.drainRoute(route), unheld(route))
  }

  /** Gives a message back to wait apart from others, because something holds it. */
  park(item: QueuedMessage): void {
    this.#parking.push(item)
    this.#planParking()
  }

  /** Gives back what is left of batches, whether a link has it or not, because the node is stopping. */
  async giveBackAll(tickets: Iterable<BatchTicket>): Promise<void> {
    const portions = [...tickets].map((ticket) => ({ ...unheld(ticket.batch.route), ticket, smsIds: ticket.open }))
    await this.#giveBack(portions, [...this.#options.pool.drain(), ...this.#parking.splice(0)])
  }

  #planParking(): void {
    if (this.#isParkingPlanned || this.#parking.length === 0) return
    this.#isParkingPlanned = true
    this.#options.clock.after(PARK_MS, () => {
      this.#isParkingPlanned = false
      this.#parkNow()
    })
  }

  #parkNow(): void {
    const { pool, placeOf } = this.#options
    const items = this.#parking.splice(0).map((item) => ({ item, place: placeOf(item) }))
    for (const own of groupBy(items, ({ place }) => place && JSON.stringify(place)).values()) {
      const place = own[0]?.place
      const held = own.map(({ item }) => item)
      if (place !== undefined) void this.#giveBackItems(held, place, (item) => this.park(item))
    }
    const released = items.filter(({ place }) => place === undefined).map(({ item }) => item)
    for (const item of released) pool.push(item.ticket.batch.route, item)
    for (const route of new Set(released.map(({ ticket }) => ticket.batch.route))) pool.pump(route)
  }

  async #giveBackItems(
    items: readonly QueuedMessage[],
    place: WaitingPlace,
    keep = (item: QueuedMessage) => this.#options.pool.push(item.ticket.batch.route, item),
  ): Promise<void> {
    const waiting = items.filter((item) => !this.#keepWhileReturning(item, keep))
    const portions = [...groupBy(waiting, ({ ticket }) => ticket)].map(([ticket, own]) => {
      return { ...place, ticket, smsIds: own.map(({ message }) => message.smsId) }
    })
    await this.#giveBack(portions, waiting)
  }

  /** While some messages of a batch are being given back, the others stay until the next look. */
  #keepWhileReturning(item: QueuedMessage, keep: (item: QueuedMessage) => void): boolean {
    if (!this.#underWay.has(item.ticket)) return false
    keep(item)
    return true
  }

  /** `unsent`: messages that have certainly not been sent, unlike those that a link still has. */
  async #giveBack(portions: readonly Portion[], unsent: readonly QueuedMessage[]): Promise<void> {
    const { ends, onGivenBack, onGone, onReturned, onParked } = this.#options
    const left = portions.filter(({ ticket, smsIds }) => smsIds.length > 0 && !this.#underWay.has(ticket))
    if (left.length === 0) return
    const returned = left.map(({ ticket, route, bulk, dueAt: dueLater, smsIds }) => {
      const gone = new Set(smsIds)
      return { ...ticket.batch, route, bulk, dueLater, smsIds, kept: ticket.open.filter((smsId) => !gone.has(smsId)) }
    })
    const unsentIds = unsent.map((item) => item.message.smsId)
    const written = ends.giveBack(returned, unsentIds, unsent.flatMap(takeDetours))
    left.forEach(({ ticket, smsIds }, index) => {
      const isWhole = returned[index]?.kept.length === 0
      const ended = written.then(() => {
        this.#underWay.delete(ticket)
        // Held until other nodes may have it, because this node treats a batch that it owns but does not hold as lost.
        if (isWhole) onGone(ticket.batch.batchId)
        return isWhole
      })
      this.#underWay.set(ticket, ended)
      for (const smsId of smsIds) onGivenBack(smsId, ticket)
    })
    await written
    for (const route of new Set(returned.map((batch) => batch.route))) if (!isParked(route)) onReturned(route)
    const parked = left.filter(({ route }) => isParked(route))
    if (parked.length > 0) onParked(parked.flatMap(({ smsIds }) => smsIds))
  }
}

/** Where messages wait that nothing holds. */
function unheld(route: string): WaitingPlace {
  return { route, bulk: null, dueAt: null }
}
