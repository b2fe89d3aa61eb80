/**
 * The characters of the octets 80 to 9F (WHATWG Encoding Standard, index windows-1252); octets without one stay control
 * characters.
 */
const FROM_80_TO_9F = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Decodes windows-1252, which gives every octet a character. Written here because the decoder of many Node versions,
 * 20.18.3 among them, reads 80 to 9F as control characters (nodejs/node issue 56542).
 */
export function decodeWindows1252(octets: Buffer): string {
  const text = octets.toString('latin1')
  if (!/[\x80-\x9f]/.test(text)) return text
  // A call for each octet of a large text would take 100 times as long.
  const units = new Uint16Array(octets.length)
  for (let at = 0; at < octets.length; at += 1) units[at] = UNITS[octets[at] as number] as number
  return Buffer.from(units.buffer).toString('utf16le')
}

/** The UTF-16 code unit of each octet. */
const UNITS = Uint16Array.from({ length: 256 }, (_, octet) =>
  octet >= 0x80 && octet <= 0x9f ? FROM_80_TO_9F.charCodeAt(octet - 0x80) : octet,
)
