import { randomInt } from 'node:crypto'

/** Generates the network's ids of parts. */
export interface NetworkIds {
  next(): string
  /** True for an id of this run. */
  isOwn(networkId: string): boolean
}

/**
 * Creates a sequence of ids that no other run and no other node repeats: the start time in milliseconds and a random
 * number in base 36, then a counter of ten digits. The leading `s` keeps an id from looking like a hexadecimal number.
 */
export function createNetworkIds(startedAtMs: number, random: number = randomInt(36 ** 3)): NetworkIds {
  const run = `s${startedAtMs.toString(36)}${random.toString(36).padStart(3, '0')}`
  let counter = 1_000_000_000
  return { next: () => run + counter++, isOwn: (networkId) => networkId.startsWith(run) }
}
