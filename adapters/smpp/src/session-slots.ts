/** The places of bound clients: apart from those of connections that are not bound, which can be anyone's. */
export class SessionSlots {
  readonly #total: number
  #taken = 0

  constructor(total: number) {
    this.#total = total
  }

  /** False when all are taken. Each call that returned true needs one call of `release`. */
  take(): boolean {
    if (this.#taken >= this.#total) return false
    this.#taken += 1
    return true
  }

  release(): void {
    this.#taken -= 1
  }
}
