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
  return octets.toString('latin1').replace(/[\x80-\x9f]/g, (octet) => FROM_80_TO_9F.charAt(octet.charCodeAt(0) - 0x80))
}
