/** The characters used in these tests whose codes in GSM 03.38 differ from ASCII. */
const GSM_OCTETS: Readonly<Record<string, readonly number[]>> = {
  '@': [0x00],
  '£': [0x01],
  $: [0x02],
  _: [0x11],
  '€': [0x1b, 0x65],
  '[': [0x1b, 0x3c],
}

export interface EncodedText {
  /** data_coding: 0 for GSM 03.38 unpacked, 8 for UTF-16BE. */
  readonly dataCoding: 0 | 8
  readonly octets: Buffer
}

/** Encodes a text as clients send it. */
export function encodeText(text: string): EncodedText {
  const isGsm = [...text].every((character) => character in GSM_OCTETS || /^[\n\r -#%-?A-Za-z]$/.test(character))
  if (!isGsm) return { dataCoding: 8, octets: Buffer.from(text, 'utf16le').swap16() }
  const octets = [...text].flatMap((character) => GSM_OCTETS[character] ?? [character.charCodeAt(0)])
  return { dataCoding: 0, octets: Buffer.from(octets) }
}

/** Decodes a text as clients receive it. */
export function decodeText({ dataCoding, octets }: { readonly dataCoding: number; readonly octets: Buffer }): string {
  if (dataCoding === 8) return Buffer.from(octets).swap16().toString('utf16le')
  const gsm = Object.entries(GSM_OCTETS).map(([character, code]) => [Buffer.from(code).toString('latin1'), character])
  // Characters of two octets first, because the second octet has another meaning on its own.
  const escaped = gsm.sort(([a = ''], [b = '']) => b.length - a.length)
  return escaped.reduce(
    (text, [code = '', character = '']) => text.replaceAll(code, character),
    octets.toString('latin1'),
  )
}

/** Cuts octets for parts with a concatenation header of six octets. */
export function splitOctets({ dataCoding, octets }: EncodedText): readonly Buffer[] {
  const size = dataCoding === 8 ? 134 : 153
  return Array.from({ length: Math.ceil(octets.length / size) }, (_, index) =>
    octets.subarray(index * size, (index + 1) * size),
  )
}

/** The header of a part with an 8-bit reference (3GPP TS 23.040, 9.2.3.24.1). */
export function concatenationHeader(reference: number, total: number, part: number): Buffer {
  return Buffer.from([5, 0, 3, reference, total, part])
}
