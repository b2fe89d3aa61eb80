import { type Clock, GatewayError, type PublicClient } from '@heliograph/contracts'
import { addressGroup } from '@heliograph/messaging'
import type { RaiseAlarm } from './alarm.ts'
import { WindowCounts } from './window-counts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Past so many times `changesPerHour`, unsigned links of a client change nothing more, asked or not. */
const LAST_TIMES = 10

export interface ChangeCapsOptions {
  readonly clock: Clock
  readonly changesPerHour: number
  readonly changesPerAddress: number
  readonly clientsPerAddress: number
  readonly raise: RaiseAlarm
}

/** Who opens an unsigned link. */
export interface Opening {
  readonly client: PublicClient
  readonly remoteAddress: string
  /** The reader was asked, and pressed the button. */
  readonly isConfirmed: boolean
}

/** What unsigned links, which anyone can make, may tell and change. Counted on each node. */
export class ChangeCaps {
  readonly #options: ChangeCapsOptions
  readonly #clients: WindowCounts
  readonly #addresses: WindowCounts
  readonly #named: WindowCounts

  constructor(options: ChangeCapsOptions) {
    const { clock } = options
    this.#options = options
    this.#clients = new WindowCounts(clock, HOUR_MS)
    this.#addresses = new WindowCounts(clock, DAY_MS)
    this.#named = new WindowCounts(clock, HOUR_MS, 200_000)
  }

  /**
   * Counts the different clients that an address names, known or not, so that they cannot be listed by their ids.
   * Throws `throttled`/`too-many-clients`.
   */
  name(clientId: string, remoteAddress: string): void {
    const group = addressGroup(remoteAddress)
    const pair = `${group} ${clientId}`
    if (this.#named.of(pair) > 0) return
    const limit = this.#options.clientsPerAddress
    if (this.#named.of(group) >= limit) throw tooMany('too-many-clients', this.#named)
    this.#named.add(pair)
    this.#named.add(group)
  }

  /**
   * Counts a change by an unsigned link; false when its reader has to be asked first, and nothing is counted. Throws
   * `throttled`/`too-many-changes` past what may be changed at all.
   */
  change({ client, isConfirmed, remoteAddress }: Opening): boolean {
    const { changesPerAddress, changesPerHour, raise } = this.#options
    const group = addressGroup(remoteAddress)
    const key = String(client.clientId)
    const done = this.#clients.of(key)
    if (this.#addresses.of(group) >= changesPerAddress) throw tooMany('too-many-changes', this.#addresses)
    if (done >= changesPerHour * LAST_TIMES) throw tooMany('too-many-changes', this.#clients)
    if (done >= changesPerHour && !isConfirmed) return false
    this.#addresses.add(group)
    const now = this.#clients.add(key)
    if (now === changesPerHour) raise(client, 'asking', now)
    if (now === changesPerHour * LAST_TIMES) raise(client, 'refusing', now)
    return true
  }
}

function tooMany(code: string, counts: WindowCounts): GatewayError {
  const retryAfterSeconds = counts.secondsLeft
  return new GatewayError('throttled', code, 'Too many requests', { retryAfterSeconds })
}
