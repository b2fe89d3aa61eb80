import type { Clock, NetworkIncoming } from '@heliograph/contracts'

/** Within this time the same again is taken for the same message. */
export const REPEATED_WITHIN_MS = 60_000

/** Puts long messages together. */
export interface IncomingParts {
  /** The whole message when this was the last part, undefined while others are missing. A message of one part is whole. */
  join(message: NetworkIncoming): NetworkIncoming | undefined
}

/** Parts are told apart by the numbers, reference and total; the link they come by does not matter. */
export function createIncomingParts(): IncomingParts {
  const groups = new Map<string, Map<number, NetworkIncoming>>()
  return {
    join(message) {
      const { segment, ...whole } = message
      if (!segment) return message
      const key = [message.carrier, message.from, message.to, segment.reference, segment.total].join(' ')
      const parts = groups.get(key) ?? new Map<number, NetworkIncoming>()
      groups.set(key, parts.set(segment.part, message))
      if (parts.size < segment.total) return undefined
      groups.delete(key)
      const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part.text)
      return { ...whole, text: ordered.join('') }
    },
  }
}

/** Finds what a network has sent before and may be repeating. */
export function createRepetitions(clock: Clock) {
  const seen = new Map<string, { readonly at: number; readonly result: unknown }>()
  const keyOf = ({ carrier, from, link, segment, text, to }: NetworkIncoming) =>
    JSON.stringify([carrier, link, from, to, text, segment])
  return {
    /** What the same message was answered with a while ago; undefined when it is new. */
    find<T>(message: NetworkIncoming): T | undefined {
      const known = message.mayBeRepeated ? seen.get(keyOf(message)) : undefined
      return known && clock.now() - known.at <= REPEATED_WITHIN_MS ? (known.result as T) : undefined
    },
    remember(message: NetworkIncoming, result: unknown): void {
      seen.set(keyOf(message), { at: clock.now(), result })
    },
  }
}
