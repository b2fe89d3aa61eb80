/** Spellings of a number in what networks and people gave: as senders of incoming SMS and names of conversations. */
export function formsOf(mobile: string): readonly string[] {
  return [mobile, `+${mobile}`]
}

/** In place of a number in an entry that stays without it. */
export const ERASED = '(erased)'
