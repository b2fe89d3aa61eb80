import { readXml } from './read-xml.ts'

/** Formats that have a number of their own and mean dates; the others are plain numbers. */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  // Written as the country of the reader writes dates, so that it says nothing about what was typed.
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
}

/** Spreadsheet programs write no longer formats. */
const MOST_CHARACTERS = 255

/** Dates of countries in East Asia. */
const isEastern = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The format of each style that cells refer to by number; `General` for those that have none. */
export function readStyles(octets: Uint8Array): readonly string[] {
  const own = new Map<number, string>()
  const formats: string[] = []
  let isInCells = false
  readXml(octets, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId)
      if (name === 'numFmt') own.set(id, formatCode.slice(0, MOST_CHARACTERS))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) formats.push(formatOf(id, own))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return formats
}

function formatOf(id: number, own: ReadonlyMap<number, string>): string {
  return own.get(id) ?? BUILT_IN[id] ?? (isEastern(id) ? 'yyyy-mm-dd' : 'General')
}
