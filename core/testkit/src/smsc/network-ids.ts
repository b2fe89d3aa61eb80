/**
 * Spellings of an id: as a decimal number, hexadecimal in either case, 20 decimal digits with leading zeros, or a UUID.
 * @stability stable
 */
export const ID_FORMATS = ['decimal', 'hex', 'lower-hex', 'zero-padded', 'uuid'] as const

/** @stability stable */
export type IdFormat = (typeof ID_FORMATS)[number]

const UUID_HEX_DIGITS = 12

/** Writes the number of a message as the network would. @stability stable */
export function formatNetworkId(id: bigint, format: IdFormat): string {
  switch (format) {
    case 'decimal':
      return id.toString()
    case 'hex':
      return id.toString(16).toUpperCase()
    case 'lower-hex':
      return id.toString(16)
    case 'zero-padded':
      return id.toString().padStart(20, '0')
    case 'uuid': {
      const digits = id.toString(16).padStart(UUID_HEX_DIGITS + 4, '0')
      // It begins with a zero, which some number parsers remove.
      return `0e999f21-0000-4000-${digits.slice(-UUID_HEX_DIGITS - 4, -UUID_HEX_DIGITS)}-${digits.slice(-UUID_HEX_DIGITS)}`
    }
  }
}
