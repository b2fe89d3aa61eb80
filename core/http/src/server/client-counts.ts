import { parseIpAddress } from '../addresses/ip-address.ts'

/** Counts the open connections or exchanges of each client address, up to a cap. */
export class ClientCounts {
  readonly #cap: number
  readonly #isExempt: (address: string) => boolean
  readonly #counts = new Map<string, number>()

  /**
   * @param cap - 0 for no cap.
   * @param isExempt - true for addresses that stand for many clients.
   */
  constructor(cap: number, isExempt: (address: string) => boolean) {
    this.#cap = cap
    this.#isExempt = isExempt
  }

  /**
   * Counts one more. False, without counting, when the address has reached the cap. Each call that returned true needs
   * one call of `leave`.
   */
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

/**
 * A host with IPv6 usually has a whole /64 to choose addresses from (RFC 6177, RFC 8981), so the whole /64 counts as
 * one client.
 */
export function clientOf(address: string): string {
  if (!address.includes(':')) return address
  return parseIpAddress(address)?.toByteArray().slice(0, 8).join('.') ?? address
}
