// Networks number messages with at most 64 bits; longer runs of hexadecimal digits are random identifiers and have no
// decimal spelling.
const MAX_NUMBER = 2n ** 64n - 1n
const HEXADECIMAL = /^[0-9a-f]{1,64}$/
const DECIMAL = /^[0-9]{1,20}$/
const HYPHENATED_HEXADECIMAL = /^[0-9a-f]+(?:-[0-9a-f]+)+$/i

/**
 * The one spelling under which an id from a network is stored and looked up.
 *
 * Hexadecimal and decimal ids lose leading zeros and upper case, which some networks add in receipts or leave out.
 * UUIDs lose upper case only. All other ids stay as they are, except for blanks around them.
 */
export function canonicalNetworkId(id: string): string {
  const trimmed = id.trim()
  const folded = trimmed.toLowerCase()
  if (HEXADECIMAL.test(folded)) return folded.replace(/^0+(?=.)/, '')
  return HYPHENATED_HEXADECIMAL.test(trimmed) ? folded : trimmed
}

/**
 * The canonical ids under which the message of a receipt may have been stored: first as received, then the decimal
 * spelling of a hexadecimal id and the hexadecimal one of a decimal id. Networks mix both between their answers and
 * their receipts, and digits alone do not show which they are.
 */
export function networkIdCandidates(id: string): readonly string[] {
  const canonical = canonicalNetworkId(id)
  const candidates = [canonical]
  if (HEXADECIMAL.test(canonical)) addNumber(candidates, BigInt(`0x${canonical}`), 10)
  if (DECIMAL.test(canonical)) addNumber(candidates, BigInt(canonical), 16)
  return candidates
}

function addNumber(candidates: string[], number: bigint, radix: 10 | 16): void {
  if (number > MAX_NUMBER) return
  const spelling = number.toString(radix)
  if (!candidates.includes(spelling)) candidates.push(spelling)
}
