import { serialOf } from '../generator/request-template.ts'

/** Counts messages by the number in their text. */
export class Tally {
  #times = new Uint8Array(1 << 16)
  submits = 0
  messages = 0
  firstAtMs = 0
  lastAtMs = 0

  add(text: Buffer): void {
    this.lastAtMs = performance.timeOrigin + performance.now()
    if (this.submits === 0) this.firstAtMs = this.lastAtMs
    this.submits += 1
    const serial = serialOf(text)
    if (serial === undefined) return
    if (serial >= this.#times.length) this.#grow(serial)
    const before = this.#times[serial] ?? 0
    if (before === 0) this.messages += 1
    if (before < 255) this.#times[serial] = before + 1
  }

  /** The messages that arrived more than once: how often, by number. */
  get repeated(): ReadonlyMap<number, number> {
    const found = new Map<number, number>()
    for (const [serial, times] of this.#times.entries()) if (times > 1) found.set(serial, times)
    return found
  }

  #grow(serial: number): void {
    let length = this.#times.length
    while (length <= serial) length *= 2
    const larger = new Uint8Array(length)
    larger.set(this.#times)
    this.#times = larger
  }
}
