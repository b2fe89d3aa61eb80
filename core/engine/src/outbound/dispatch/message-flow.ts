import type { Carrier, CarrierLink, Clock, Logger, PartOutcome, Priority, StepFeed } from '@heliograph/contracts'
import { KnownWindows, parseLinkId } from '@heliograph/messaging'
import type { EngineSettings } from '../../settings.ts'
import type { WaitingPlace } from '../batches/batch-statements.ts'
import { type Parking, parkedRoute, slowRoute } from '../holds/parked-batches.ts'
import type { FinishedState } from '../lifecycle/finish.ts'
import type { AnswerCounts } from './answer-counts.ts'
import type { Contents } from './contents.ts'
import { noteDetour, takeDetours } from './detours.ts'
import type { BatchTicket } from './links/batch-ticket.ts'
import { LinkPool } from './links/link-pool.ts'
import type { LinkPump } from './links/link-pump.ts'
import { type Detour, type QueuedMessage, startOver } from './links/queued-message.ts'
import type { DispatchRow } from './load-messages.ts'
import { toOutgoing } from './outgoing-message.ts'
import { findRemaining, isCertain } from './remaining-parts.ts'
import { askedPauseMs } from './results/asked-pause.ts'
import { type Decision, type DecisionRules, decide, type RecordDecision, recordDecision } from './results/decide.ts'
import { AnswerKeptError, type OutcomeWriters } from './results/outcome-writers.ts'
import type { ResultRecord } from './results/record-results.ts'
import { unknownPolicy } from './results/unknown-policy.ts'
import { tellSubmitted } from './tell-submitted.ts'

export interface MessageFlowOptions {
  readonly clock: Clock
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly logger: Logger
  readonly carriers: ReadonlyMap<string, Carrier>
  readonly contents: Contents
  readonly settings: Pick<EngineSettings, 'dispatch' | 'links' | 'routes' | 'submissions'>
  readonly outcomes: OutcomeWriters
  readonly counts: AnswerCounts
  readonly steps?: StepFeed | undefined
  readonly mayHandOver: (link: string) => boolean
  /** Whether an operator has put the route on hold. */
  readonly isOnHold: (route: string) => boolean
  /** Where messages of a client and bulk are to wait; undefined: nothing holds them. */
  readonly parkingOf: (clientId: number, bulkId: string | null) => Parking | undefined
  /** Whether the contact of a message is known to have opted out since it came here. */
  readonly isOptedOut: (smsId: number) => boolean
  /** Called when a link may take more than before. */
  readonly onRoom: () => void
  /** Called with a message that must not be handed over as it was loaded, because something has happened to it. */
  readonly onStale: (item: QueuedMessage) => void
  /** Called with a message that is to wait elsewhere, by `placeOf`. */
  readonly onPark: (item: QueuedMessage) => void
  /** Called when the outcome of the message is in the database. */
  readonly onSettled: (item: QueuedMessage) => void
}

type Refusal = Extract<Decision, { readonly kind: 'other-link' }>

/** The path of each message from its batch through the links to the record of their answers. */
export class MessageFlow {
  readonly pool: LinkPool
  readonly #options: MessageFlowOptions
  readonly #links: ReadonlyMap<string, CarrierLink>
  readonly #windows = new KnownWindows()

  constructor(options: MessageFlowOptions) {
    this.#options = options
    this.pool = new LinkPool({
      ...options,
      clock: options.steady,
      routes: options.settings.routes,
      discard: (item) => this.#discardExpired(item) || this.#holdsBack(item),
      beforeSubmit: (pump, item) => this.#open(pump.id, item),
      afterSubmit: (pump, item, outcomes) => this.#afterSubmit(pump, item, outcomes),
    })
    this.#links = new Map(this.pool.links.map(({ id, link }) => [id, link]))
  }

  /**
   * Puts a message in line for the links of its batch's route, or settles it at once. It goes with the next
   * `pool.pump`.
   */
  enqueue(row: DispatchRow, ticket: BatchTicket): void {
    const { route, dueAt } = ticket.batch
    const item = this.#toQueued(row, ticket, dueAt)
    if (!this.pool.hasLinks(route)) this.#finish(item, 'no-route')
    else if (this.#isHeld(row, item)) this.#recordHeld(item, row.interrupted_on as string)
    else if (item.message.only?.length === 0) this.#recordComplete(item)
    else if (row.is_opted_out || this.#options.isOptedOut(row.sms_id)) this.#finish(item, 'opted-out')
    else if (!this.#holdsBack(item)) this.pool.push(route, item)
  }

  /** Ends those of the messages that no link has been given. */
  endOptedOut(smsIds: ReadonlySet<number>): void {
    for (const item of this.pool.takeOut(({ message }) => smsIds.has(message.smsId))) this.#finish(item, 'opted-out')
  }

  /** Gives back what waits here and is to wait elsewhere. To be called when clients or bulks were put on hold. */
  parkHeld(): void {
    for (const item of this.pool.takeOut((each) => this.placeOf(each) !== undefined)) this.#options.onPark(item)
  }

  /** Where in the table a message that something holds is to wait; undefined: nothing holds it. */
  placeOf(item: QueuedMessage): WaitingPlace | undefined {
    const { clientId, bulkId, ticket } = item
    const { route, speedId } = ticket.batch
    const parking = this.#options.parkingOf(clientId, bulkId)
    if (parking !== undefined) return { route: parkedRoute(parking, route), bulk: parking.bulk, dueAt: null }
    const opensAt = this.#opensLater(item)
    if (opensAt === undefined) return undefined
    const bulk = bulkId === null ? null : { clientId, bulkId }
    return { route: slowRoute(speedId, route), bulk, dueAt: new Date(opensAt) }
  }

  /**
   * Whether something holds a message: it then waits elsewhere, or has ended if its validity does before. That of a
   * slow bulk begins again with its next turn.
   */
  #holdsBack(item: QueuedMessage): boolean {
    const place = this.placeOf(item)
    if (place === undefined) return false
    const isSlow = item.ticket.batch.speedId !== null
    if (!isSlow && place.dueAt !== null && place.dueAt >= item.message.validUntil) this.#finish(item, 'expired')
    else this.#options.onPark(item)
    return true
  }

  /** When its delivery window opens; undefined: it is open, or there is none. */
  #opensLater({ hours }: QueuedMessage): number | undefined {
    if (hours === undefined) return undefined
    const now = this.#options.clock.now()
    const opensAt = hours.opensAt(now)
    return opensAt > now ? opensAt : undefined
  }

  #toQueued(row: DispatchRow, ticket: BatchTicket, dueAt: Date): QueuedMessage {
    const resendsUnknown = (link: string) => {
      const rules = this.#rules(link, row.priority, row.client_id, row.origin)
      return rules.unknownOutcome === 'resend' && row.attempt <= rules.maxResends
    }
    const remaining = row.sent === undefined ? undefined : findRemaining(row.sent, row.parts, resendsUnknown)
    return {
      message: toOutgoing(row, remaining?.only ?? null),
      priority: row.priority as Priority,
      clientId: row.client_id,
      bulkId: row.bulk_id,
      origin: row.origin,
      hours: row.delivery_window === null ? undefined : this.#windows.of(row.delivery_window),
      requestId: row.request_id,
      tellsSent: row.tells_sent,
      handedOverAt: 0,
      dueAt: dueAt.getTime(),
      refusedBy: undefined,
      detours: undefined,
      isOpened: row.interrupted_on !== null,
      closing: undefined,
      settled: row.sent?.filter(isCertain).length ?? null,
      earlier: remaining?.earlier,
      ticket,
    }
  }

  /** Whether the message was handed over before a crash, under the policy to wait for a receipt. */
  #isHeld(row: DispatchRow, item: QueuedMessage): boolean {
    return row.interrupted_on !== null && this.#rulesFor(row.interrupted_on, item).unknownOutcome === 'hold'
  }

  #recordHeld(item: QueuedMessage, link: string): void {
    startOver(item, link)
    const rules = { ...this.#rulesFor(link, item), maxResends: 0 }
    const decision = decide(item.message, [{ kind: 'unknown' }], rules, item.earlier)
    if (decision.kind === 'record') this.#record(link, item, decision)
  }

  /** Records a message whose parts to be sent again have been reported on meanwhile: the network has all of it. */
  #recordComplete(item: QueuedMessage): void {
    const { link, series, isUncertain } = item.earlier as NonNullable<QueuedMessage['earlier']>
    this.#record(link, item, recordDecision(isUncertain ? 'unknown' : 'submitted', series, []))
  }

  #rulesFor(link: string, { priority, clientId, origin }: QueuedMessage): DecisionRules {
    return this.#rules(link, priority, clientId, origin)
  }

  #rules(link: string, priority: number, clientId: number, origin: string): DecisionRules {
    const { settings } = this.#options
    const { dispatch } = settings
    return {
      unknownOutcome: unknownPolicy(settings, { link, priority, clientId, origin }),
      maxResends: dispatch.maxResends,
      retryDelaysSeconds: dispatch.retryDelaysSeconds,
      receipts: this.#links.get(link)?.receipts ?? 'all',
    }
  }

  #discardExpired(item: QueuedMessage): boolean {
    if (item.message.validUntil.getTime() > this.#options.clock.now()) return false
    this.#finish(item, 'expired')
    return true
  }

  /**
   * Under the policy `hold` a crash must leave a trace of what was handed over; under `resend` it would be sent again
   * anyway. A repetition must not go out once the network turned out to have the message.
   */
  #open(link: string, item: QueuedMessage): Promise<boolean> | undefined {
    if (this.#options.steps?.isWatched) item.handedOverAt = this.#options.clock.now()
    const isFirst = item.message.attempt === 1
    if (isFirst && this.#rulesFor(link, item).unknownOutcome === 'resend') return undefined
    return this.#openNow(link, item)
  }

  async #openNow(link: string, item: QueuedMessage): Promise<boolean> {
    const { smsId, attempt } = item.message
    await item.closing
    item.isOpened = await this.#options.outcomes.open({ smsId, attempt, link, settled: item.settled })
    if (!item.isOpened) this.#options.onStale(item)
    return item.isOpened
  }

  #afterSubmit(pump: LinkPump, item: QueuedMessage, outcomes: readonly PartOutcome[]): void {
    const { id: link } = pump
    const { steps } = this.#options
    if (steps?.isWatched) tellSubmitted(steps, link, item, outcomes, this.#options.clock.now())
    const decision = decide(item.message, outcomes, this.#rulesFor(link, item), item.earlier)
    switch (decision.kind) {
      case 'record':
        if (decision.state === 'submitted' || decision.state === 'delivered') pump.resume()
        else if (decision.pause) pump.pause(askedPauseMs(outcomes))
        this.#record(link, item, decision)
        break
      case 'put-back':
        // A link that is up and sends nothing would be asked again and again.
        if (decision.pause || pump.isUp) pump.pause(askedPauseMs(outcomes))
        this.#noteDetour(item, { kind: 'put-back', link, networkStatus: decision.networkStatus, errorId: null })
        this.#putBack(item)
        break
      case 'other-link':
        this.#tryOtherLink(link, item, decision)
        break
    }
  }

  #putBack(item: QueuedMessage): void {
    const { route } = item.ticket.batch
    if (this.#options.isOptedOut(item.message.smsId)) {
      this.#finish(item, 'opted-out')
      return
    }
    if (item.isOpened) this.#close(item)
    if (this.#holdsBack(item)) return
    this.pool.push(route, item)
    this.pool.pump(route)
  }

  #close(item: QueuedMessage): void {
    const { smsId } = item.message
    item.isOpened = false
    item.closing = this.#options.outcomes.close(smsId).catch((error: unknown) => {
      this.#options.logger.warn({ err: error, smsId }, 'an unused attempt could not be closed')
    })
  }

  #tryOtherLink(link: string, item: QueuedMessage, { networkStatus, errorId }: Refusal): void {
    item.refusedBy ??= new Set()
    item.refusedBy.add(link)
    if (this.pool.hasOther(item.ticket.batch.route, item)) {
      this.#noteDetour(item, { kind: 'passed-on', link, networkStatus, errorId })
      this.#putBack(item)
      return
    }
    const state = 'refused-by-network'
    const parts = [{ part: 1, networkId: null, state, networkStatus, errorId }] as const
    const change = { networkStatus, errorId, retryInMs: null, pause: false }
    this.#record(link, item, recordDecision(state, item.message.attempt, parts, change))
  }

  #noteDetour(item: QueuedMessage, detour: Pick<Detour, 'kind' | 'link' | 'networkStatus' | 'errorId'>): void {
    const at = this.#options.clock.now()
    item.detours ??= []
    noteDetour(item.detours, { ...detour, attempt: item.message.attempt, at, until: at, times: 1 })
  }

  #record(link: string, item: QueuedMessage, decision: RecordDecision): void {
    const at = this.#options.clock.now()
    const { message, ticket } = item
    const { state, series, parts, networkStatus, errorId, retryInMs } = decision
    const { route, line, speedId } = ticket.batch
    this.#options.counts.decided(link, route, state)
    const retry =
      state === 'retrying' && retryInMs !== null
        ? {
            route: slowRoute(speedId, route),
            priority: item.priority,
            line,
            dueAt: new Date(at + retryInMs),
            speedId,
          }
        : undefined
    const { carrier } = parseLinkId(link)
    const { smsId, attempt } = message
    const { isOpened } = item
    item.isOpened = false
    const record: ResultRecord = {
      smsId,
      attempt,
      series,
      state,
      carrier,
      link,
      parts,
      networkStatus,
      errorId,
      at,
      isOpened,
    }
    const tellsSent = item.tellsSent && state === 'submitted'
    const written = this.#options.outcomes.record({ record, retry, detours: takeDetours(item), tellsSent })
    if (state === 'retrying' && retry === undefined) this.#goOnAfter(written, item, link, decision)
    else this.#settleAfter(written, item)
  }

  /**
   * The rest of a message goes on at once, in its place; its batch stays, so that the message comes back after a crash.
   */
  #goOnAfter(written: Promise<boolean>, item: QueuedMessage, link: string, { series, parts }: RecordDecision): void {
    const only = parts.filter((part) => part.state === 'retrying').map((part) => part.part)
    const wasUncertain = item.earlier?.series === series && item.earlier.isUncertain
    const isUncertain = wasUncertain || parts.some((part) => part.state === 'unknown')
    const goOn = () => {
      item.earlier = { link, series, isUncertain }
      item.settled = (item.settled ?? 0) + parts.filter(isCertain).length
      item.message = { ...item.message, attempt: item.message.attempt + 1, only }
      this.#putBack(item)
    }
    this.#after(written, item, (isAsGiven) => (isAsGiven ? goOn() : this.#options.onSettled(item)))
  }

  #finish(item: QueuedMessage, state: FinishedState): void {
    const ending = { smsId: item.message.smsId, state, detours: takeDetours(item) }
    this.#settleAfter(this.#options.outcomes.finish(ending), item)
  }

  #settleAfter(written: Promise<unknown>, item: QueuedMessage): void {
    this.#after(written, item, () => this.#options.onSettled(item))
  }

  #after<T>(written: Promise<T>, item: QueuedMessage, next: (result: T) => void): void {
    written.then(next, (error) => {
      if (error instanceof AnswerKeptError) return
      this.#options.logger.error({ err: error, smsId: item.message.smsId }, 'a result could not be recorded')
    })
  }
}
