// The 128 characters of the GSM 7 bit default alphabet in code order (3GPP TS 23.038, 6.2.1). Position 0x1B is the
// escape, not a character.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

// Code to character of the extension table (3GPP TS 23.038, 6.2.1.1), each sent after an escape.
const EXTENSION: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
]

/** The code that announces a character of the extension table. */
export const ESCAPE = 0x1b

/**
 * One more than the highest UTF-16 code unit in the alphabet (the euro sign): the size of tables indexed by code unit.
 */
export const ALPHABET_END = 0x20ad

/** Septet to character of the basic table; the escape is an empty string. */
export const BASIC_CHARACTERS: readonly string[] = Array.from(BASIC, (character, code) =>
  code === ESCAPE ? '' : character,
)

/** Septet after an escape to character. */
export const EXTENSION_CHARACTERS: ReadonlyMap<number, string> = new Map(EXTENSION)

/**
 * UTF-16 code unit to septet: 0..127 in the basic table, `ESCAPE << 8 | code` in the extension table, 0xFFFF when GSM
 * lacks the character.
 */
export const CODES: Uint16Array = buildCodes()

/** UTF-16 code unit to the septets it takes: 1, 2, or 0 when GSM lacks the character. */
export const SEPTETS: Uint8Array = Uint8Array.from(CODES, (code) => (code === 0xffff ? 0 : code < 0x80 ? 1 : 2))

function buildCodes(): Uint16Array {
  const codes = new Uint16Array(ALPHABET_END).fill(0xffff)
  BASIC_CHARACTERS.forEach((character, code) => {
    if (character !== '') codes[character.charCodeAt(0)] = code
  })
  for (const [code, character] of EXTENSION) codes[character.charCodeAt(0)] = (ESCAPE << 8) | code
  return codes
}
