import type { BindStatus, Clock, LinkPdu } from '@heliograph/contracts'
import type { PduDirection } from '@heliograph/smpp'
import type { LinkConfig } from './config.ts'
import { describePdu } from './describe-pdu.ts'

/** The connection of a PDU, and its direction there. */
export interface PduSource {
  readonly direction: PduDirection
  readonly bind: BindStatus['kind']
  readonly peer: string
}

/** The last PDUs of a link, over all its connections. */
export class KeptPdus {
  readonly #settings: LinkConfig['keepPdus']
  readonly #clock: Clock
  /** Oldest first. */
  readonly #pdus: LinkPdu[] = []

  constructor(settings: LinkConfig['keepPdus'], clock: Clock) {
    this.#settings = settings
    this.#clock = clock
  }

  get newestFirst(): readonly LinkPdu[] {
    return this.#pdus.toReversed()
  }

  /** Keeps a PDU without its blanked parts. */
  keep(source: PduSource, frame: Buffer): void {
    const { count, texts } = this.#settings
    this.#pdus.push({ at: new Date(this.#clock.now()), ...source, ...describePdu(frame, texts) })
    if (this.#pdus.length > count) this.#pdus.shift()
  }
}
