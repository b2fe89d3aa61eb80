const ESCAPE = 0x1b
const NUL = 0x00
const RETURN = 0x0d
const IAC = 0xff
const SUBNEGOTIATION = 0xfa
const SUBNEGOTIATION_END = 0xf0

/**
 * The text of what a terminal got over a Telnet connection, without negotiation (RFC 854), without sequences that move
 * the cursor and the like (ECMA-48), and with a line feed alone at the end of lines.
 */
export function terminalText(octets: Uint8Array): string {
  const kept = Buffer.alloc(octets.length)
  let length = 0
  let at = 0
  while (at < octets.length) {
    const octet = octets[at] as number
    if (octet === IAC) at = afterNegotiation(octets, at)
    else if (octet === ESCAPE) at = afterSequence(octets, at)
    else {
      at += 1
      if (octet !== NUL && octet !== RETURN) kept[length++] = octet
    }
  }
  return kept.toString('utf8', 0, length)
}

function afterNegotiation(octets: Uint8Array, start: number): number {
  const command = octets[start + 1] ?? 0
  if (command < SUBNEGOTIATION) return start + 2
  if (command !== SUBNEGOTIATION) return start + 3
  const end = octets.indexOf(SUBNEGOTIATION_END, start)
  return end === -1 ? octets.length : end + 1
}

/** `ESC`, blanks to slashes and one more; or `ESC [`, parameters to `?` and one more. */
function afterSequence(octets: Uint8Array, start: number): number {
  const isControl = octets[start + 1] === 0x5b
  const last = isControl ? 0x3f : 0x2f
  let at = start + (isControl ? 2 : 1)
  while ((octets[at] ?? 0) >= 0x20 && (octets[at] as number) <= last) at += 1
  return at + 1
}
