/** Spellings of a number in what networks and people gave: as senders of incoming SMS and names of conversations. */
export function formsOf(mobile: string): readonly string[] {
  return [mobile, `+${mobile}`]
}

/** Replaces the number in an entry that is kept without it. */
export const ERASED = '(erased)'
