/** How long a message may take to come here after its acceptance has been committed. */
const ON_THE_WAY_MS = 30_000

/**
 * Messages whose contacts have opted out. Some of them may be with a link that gives them back, or come here only after
 * the announcement.
 */
export class OptedOutMessages {
  /** Since when this is known, in milliseconds. */
  readonly #since = new Map<number, number>()

  has(smsId: number): boolean {
    return this.#since.size > 0 && this.#since.has(smsId)
  }

  note(smsIds: readonly number[], now: number): void {
    for (const smsId of smsIds) this.#since.set(smsId, now)
  }

  /** Forgets those that neither are here nor can still come. */
  forget(isHere: (smsId: number) => boolean, now: number): void {
    for (const [smsId, since] of this.#since)
      if (now - since > ON_THE_WAY_MS && !isHere(smsId)) this.#since.delete(smsId)
  }
}
