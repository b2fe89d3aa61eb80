const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Counts the records of a CSV as it arrives. A quoted field may contain line breaks. */
export class RecordCounter {
  #isQuoted = false
  #records = 0

  /** How many have ended. */
  get records(): number {
    return this.#records
  }

  count(octets: Uint8Array): void {
    for (const octet of octets) {
      if (octet === QUOTE) this.#isQuoted = !this.#isQuoted
      else if (octet === LINE_FEED && !this.#isQuoted) this.#records += 1
    }
  }
}
