import type { Logger } from '@heliograph/contracts'
import { canonicalNetworkId } from '@heliograph/messaging'
import { BoundedMap } from './bounded-map.ts'
import type { LinkConfig } from './config.ts'

/** How ids in receipts are written, compared with those in answers to submit_sm. */
export type IdFormat = Exclude<LinkConfig['idFormat'], 'auto'>

const FORMATS: readonly IdFormat[] = ['string', 'hex', 'decimal']

/** How many ids of answers are remembered while the format is not known. */
const REMEMBERED = 20_000
/** How many receipts in a row must agree. */
const ENOUGH = 20
/**
 * Receipts arrive right after their answers, or before them, so each is examined only when this many more have arrived.
 */
const LAG = 30

/** SMSCs number messages with at most 64 bits; a longer id is not a number that can be written in two ways. */
const LARGEST = 2n ** 64n - 1n
const HEXADECIMAL = /^[0-9a-f]{1,16}$/i
const DECIMAL = /^[0-9]{1,20}$/

/**
 * The id of a receipt in the spelling of the answers. Ids that are not numbers in that format stay unchanged, and so do
 * all ids under `string`.
 */
export function spellAsAnswered(id: string, format: IdFormat): string {
  if (format === 'hex') {
    const digits = id.replace(/^0+(?=.)/, '')
    return HEXADECIMAL.test(digits) ? BigInt(`0x${digits}`).toString(10) : id
  }
  if (format === 'decimal') {
    const digits = id.replace(/^0+(?=.)/, '')
    if (!DECIMAL.test(digits)) return id
    const number = BigInt(digits)
    return number > LARGEST ? id : number.toString(16)
  }
  return id
}

/**
 * Learns from the receipts for messages just sent how ids are written in receipts, and then keeps that format. A wrong
 * guess does no harm, because the gateway also tries the other spellings of an id.
 */
export class IdFormatLearner {
  readonly #logger: Logger
  readonly #answered = new BoundedMap<string, true>(REMEMBERED)
  #format: IdFormat | undefined
  readonly #waiting: string[] = []
  #candidate: IdFormat | undefined
  #agreeing = 0

  constructor(configured: LinkConfig['idFormat'], logger: Logger) {
    this.#logger = logger
    this.#format = configured === 'auto' ? undefined : configured
  }

  /** Undefined while the format is not known. */
  get format(): IdFormat | undefined {
    return this.#format
  }

  /** Records the id of a part that the SMSC has accepted. */
  answered(id: string): void {
    if (this.#format === undefined) this.#answered.set(canonicalNetworkId(id), true)
  }

  /** Records the id of a receipt and returns the id to look for. */
  reported(id: string): string {
    if (this.#format === undefined) {
      this.#waiting.push(id)
      if (this.#waiting.length > LAG) this.#learn(this.#waiting.shift() as string)
    }
    return this.#format === undefined ? id : spellAsAnswered(id, this.#format)
  }

  #learn(id: string): void {
    const fitting = FORMATS.filter((format) => this.#fits(id, format))
    // A small number fits several formats, so it proves nothing.
    const only = fitting.length === 1 ? fitting[0] : undefined
    if (only === undefined) return
    this.#agreeing = only === this.#candidate ? this.#agreeing + 1 : 1
    this.#candidate = only
    if (this.#agreeing < ENOUGH) return
    this.#format = only
    this.#answered.clear()
    this.#waiting.length = 0
    this.#logger.info({ idFormat: only }, 'the format of ids in receipts is now known')
  }

  #fits(id: string, format: IdFormat): boolean {
    const spelled = spellAsAnswered(id, format)
    return (format === 'string' || spelled !== id) && this.#answered.has(canonicalNetworkId(spelled))
  }
}
