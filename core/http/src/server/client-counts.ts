import { parseIpAddress } from '../addresses/ip-address.ts'

/** Counts what each client address has open, up to a cap. */
export class ClientCounts {
  readonly #cap: number
  readonly #isExempt: (address: string) => boolean
  readonly #counts = new Map<string, number>()

  /**
   * @param cap - 0 for none.
   * @param isExempt - addresses that stand for many clients.
   */
  constructor(cap: number, isExempt: (address: string) => boolean) {
    this.#cap = cap
    this.#isExempt = isExempt
  }

  /** False, and not counted, when the address has as many as it may. Each that was let in must `leave` once. */
  enter(address: string): boolean {
    if (this.#cap === 0) return true
    const client = clientOf(address)
    const count = this.#counts.get(client) ?? 0
    if (count >= this.#cap && !this.#isExempt(address)) return false
    this.#counts.set(client, count + 1)
    return true
  }

  leave(address: string): void {
    if (this.#cap === 0) return
    const client = clientOf(address)
    const count = this.#counts.get(client) ?? 0
    if (count > 1) this.#counts.set(client, count - 1)
    else this.#counts.delete(client)
  }
}

/** A host with IPv6 usually has a whole /64 to choose addresses from (RFC 6177, RFC 8981), so that all of it is one client. */
function clientOf(address: string): string {
  if (!address.includes(':')) return address
  return parseIpAddress(address)?.subarray(0, 8).join('.') ?? address
}
