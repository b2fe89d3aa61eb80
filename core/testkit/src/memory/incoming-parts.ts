import type { Clock, NetworkIncoming } from '@heliograph/contracts'

/** Within this time an identical message counts as a repetition. */
const REPEATED_WITHIN_MS = 60_000

/** Joins the parts of long messages. */
export interface IncomingParts {
  /**
   * Returns the whole message when this was the last missing part, otherwise undefined. A message of one part is whole.
   */
  join(message: NetworkIncoming): NetworkIncoming | undefined
}

/** Groups parts by the numbers, reference and total; the link they arrive on does not matter. */
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

/** Finds messages that a network has sent before and may be repeating. */
export function createRepetitions(clock: Clock) {
  const seen = new Map<string, { readonly at: number; readonly result: unknown }>()
  const keyOf = ({ carrier, from, link, segment, text, to }: NetworkIncoming) =>
    JSON.stringify([carrier, link, from, to, text, segment])
  return {
    /** The result that the same message got a while ago; undefined when it is new. */
    find<T>(message: NetworkIncoming): T | undefined {
      const known = message.mayBeRepeated ? seen.get(keyOf(message)) : undefined
      return known && clock.now() - known.at <= REPEATED_WITHIN_MS ? (known.result as T) : undefined
    },
    remember(message: NetworkIncoming, result: unknown): void {
      seen.set(keyOf(message), { at: clock.now(), result })
    },
  }
}
