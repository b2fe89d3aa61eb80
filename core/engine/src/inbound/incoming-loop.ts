import { MicroBatch } from '../database/micro-batch.ts'
import { LookLoop } from '../ownership/look-loop.ts'
import { giveBack, takeLost } from '../ownership/owned-rows.ts'
import type { OwnerTools } from '../ownership/owner-tools.ts'
import { retryAfterMs } from '../ownership/retry-after.ts'
import type { WorkGuard } from '../ownership/work-starts/work-guard.ts'
import type { WorkName } from '../ownership/work-starts/work-start-statements.ts'
import {
  claimWork,
  INCOMING_WORK,
  INCOMING_WORK_KIND,
  type OwnedWork,
  type PutOff,
  pauseIncoming,
  putOffWork,
} from './incoming-work.ts'
import type { WorkTaker } from './work-taker.ts'

/** How often to look for work that was not announced to this node. */
const POLL_MS = 1_000

/** How many SMS a node works on at once. */
const AT_ONCE = 2_000

/** How many failed SMS one statement puts off. */
const PUT_OFF = 500

/** The least time for which work that could not even be put off rests in memory. */
const REST_MS = 5_000

/** How long to wait while another node works on it, which the guard says. */
const ELSEWHERE_MS = 10_000

/**
 * How often work may be cut short by the end of a process before it is a suspect. Too many SMS arrive to note the
 * beginning of each.
 */
const UNSUSPECTED_ENDS = 1

export interface IncomingLoopOptions extends OwnerTools {
  readonly guard: Pick<WorkGuard, 'beside' | 'run'>
  /** Does what an incoming SMS sets off, as far as it is left to do. */
  readonly workOn: (incomingId: number) => Promise<void>
}

/** Works on incoming SMS: on those that this node has stored straight after the commit, on others when they are due. */
export class IncomingLoop implements WorkTaker {
  readonly #options: IncomingLoopOptions
  readonly #loop: LookLoop
  readonly #held = new Map<number, Promise<void>>()
  /** What was claimed again while it was still held: an answer was added at the end of its work. */
  readonly #again = new Map<number, OwnedWork>()
  readonly #putOffs: MicroBatch<PutOff, undefined>
  /** Functions that end a rest early. */
  readonly #resting = new Set<() => void>()
  /** Suspects go one by one, with other work between them. */
  #suspects: Promise<unknown> = Promise.resolve()
  /** More may wait than there was room for. */
  #mayHaveMore = false
  #isRunning = false

  constructor(options: IncomingLoopOptions) {
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'incoming SMS',
      everyMs: POLL_MS,
      takeLost: () => this.#takeLost(),
      look: () => this.#claim(),
    })
    const { sql, leaseNumber } = options
    this.#putOffs = new MicroBatch({
      run: async (rows) => {
        await putOffWork(sql, leaseNumber(), rows)
        return rows.map(() => undefined)
      },
      maxItems: PUT_OFF,
      lanes: 1,
    })
  }

  start(): void {
    this.#isRunning = true
    void this.#loop.start()
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.#isRunning = false
    for (const end of this.#resting) end()
    await this.#loop.stop()
    // What was claimed again meanwhile begins when the work before it ends.
    while (this.#held.size > 0) await Promise.all(this.#held.values())
  }

  /** Call when work may be due. */
  look(): void {
    void this.#loop.look()
  }

  takerOf(count: number): number | null {
    return this.#isRunning && count <= this.#room ? this.#options.lease() : null
  }

  offer(incomingIds: readonly number[]): void {
    if (!this.#isRunning) void this.#giveBack(incomingIds)
    else for (const incomingId of incomingIds) this.#begin({ incoming_id: incomingId, starts: 1, failures: 0 })
  }

  waits(): void {
    this.look()
  }

  outcomeUnknown(): void {
    this.#loop.outcomeUnknown(POLL_MS)
  }

  get #room(): number {
    return AT_ONCE - this.#held.size
  }

  async #claim(): Promise<boolean> {
    const lease = this.#options.lease()
    const room = this.#room
    this.#mayHaveMore = room <= 0
    if (lease === null || room <= 0) return false
    const { rows, mayHaveMore } = await claimWork(this.#options.sql, lease, room)
    for (const row of rows) {
      if (this.#held.has(row.incoming_id)) this.#again.set(row.incoming_id, row)
      else this.#begin(row)
    }
    this.#mayHaveMore = mayHaveMore
    return mayHaveMore && this.#room > 0
  }

  async #takeLost(): Promise<void> {
    const { sql, leaseNumber, lease } = this.#options
    if (lease() === null) return
    await takeLost<OwnedWork>(sql, INCOMING_WORK, leaseNumber(), {
      isHeld: (incomingId) => this.#held.has(incomingId),
      take: (rows) => {
        for (const row of rows) this.#begin(row)
      },
    })
  }

  #begin(row: OwnedWork): void {
    const { incoming_id: incomingId } = row
    if (this.#held.has(incomingId)) return
    const work = this.#work(row).finally(() => {
      this.#held.delete(incomingId)
      const again = this.#again.get(incomingId)
      this.#again.delete(incomingId)
      if (again !== undefined) this.#begin(again)
      if (this.#mayHaveMore && this.#room > AT_ONCE / 2) this.look()
    })
    this.#held.set(incomingId, work)
  }

  async #work(row: OwnedWork): Promise<void> {
    const { logger } = this.#options
    const { incoming_id: incomingId } = row
    try {
      await this.#guarded(row)
    } catch (error) {
      logger.warn({ err: error, incomingId }, 'processing an incoming SMS failed; it will be retried')
      await this.#putOff({ incomingId, delayMs: retryAfterMs(row.failures + 1) })
    }
  }

  /** What cannot be put off rests here, and is found to be lost afterwards. */
  async #putOff(putOff: PutOff): Promise<void> {
    try {
      await this.#putOffs.add(putOff)
    } catch {
      await this.#rest(Math.max(putOff.delayMs, REST_MS))
      this.#loop.outcomeUnknown()
    }
  }

  async #rest(delayMs: number): Promise<void> {
    if (!this.#isRunning) return
    await new Promise<void>((resolve) => {
      const end = () => {
        cancel()
        this.#resting.delete(end)
        resolve()
      }
      const cancel = this.#options.clock.after(delayMs, end)
      this.#resting.add(end)
    })
  }

  async #guarded(row: OwnedWork): Promise<void> {
    const { guard, workOn } = this.#options
    const { incoming_id: incomingId, starts, failures } = row
    if (starts - 1 - failures <= UNSUSPECTED_ENDS) return guard.beside(() => workOn(incomingId))
    const run = this.#suspects.then(() => this.#runSuspect(incomingId))
    this.#suspects = run.catch(() => {})
    return run
  }

  async #runSuspect(incomingId: number): Promise<void> {
    const { sql, guard, leaseNumber, workOn } = this.#options
    if (!this.#isRunning) return this.#giveBack([incomingId])
    const outcome = await guard.run(workOfIncoming(incomingId), () => workOn(incomingId), UNSUSPECTED_ENDS)
    if (outcome.not === 'paused') await pauseIncoming(sql, leaseNumber(), incomingId)
    if (outcome.not === 'elsewhere') await this.#putOff({ incomingId, delayMs: ELSEWHERE_MS })
  }

  /** Gives back what was committed while the node stopped. */
  async #giveBack(incomingIds: readonly number[]): Promise<void> {
    const { sql, logger, leaseNumber } = this.#options
    const rows = incomingIds.map((key) => ({ key, retryInMs: null }))
    await giveBack(sql, INCOMING_WORK, leaseNumber(), rows).catch((error: unknown) =>
      logger.warn({ err: error }, 'incoming SMS could not be released; they become free when the lease expires'),
    )
  }
}

/** An incoming SMS as work that may end a process. */
function workOfIncoming(incomingId: number): WorkName {
  return { kind: INCOMING_WORK_KIND, key: String(incomingId) }
}
