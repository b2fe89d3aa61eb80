/**
 * What is read of a workbook at most. A spreadsheet program writes at most 1,048,576 rows of 16,384 columns, and 32,767
 * characters in a cell.
 */
export const LIMITS = {
  /** Octets of the parts that are read, unpacked. */
  unpackedOctets: 256 * 1_048_576,
  rows: 1_000_000,
  columns: 100,
  cellCharacters: 32_767,
  /** Characters of all cells that are taken. */
  characters: 64 * 1_048_576,
  /** Elements within elements, and attributes of one: the real ones are below 15. */
  depth: 64,
  attributes: 100,
} as const
