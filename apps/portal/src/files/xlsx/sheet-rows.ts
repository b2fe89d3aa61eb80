import { ListFault } from '../list-fault.ts'
import { formatNumber } from './format-number.ts'
import { LIMITS } from './limits.ts'
import { readXml } from './read-xml.ts'
import { RichText, unescapeText } from './shared-strings.ts'

/** What cells refer to. */
export interface SheetContext {
  readonly strings: readonly string[]
  readonly formats: readonly string[]
  readonly isFrom1904: boolean
}

/** Passes on the rows of a sheet in which there is something, each up to its last cell that is not empty. */
export function readRows(octets: Uint8Array, context: SheetContext, onRow: (cells: readonly string[]) => void): void {
  const rich = new RichText()
  let cells: string[] = []
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let isInValue = false
  let isInline = false

  function endCell(): void {
    const text = isInline ? rich.end() : textOf(type, value, style, context)
    if (text === '') return
    if (column >= LIMITS.columns) throw new ListFault('too-many-columns')
    if (text.length > LIMITS.cellCharacters) throw new ListFault('bad-workbook')
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  readXml(octets, {
    open(name, attributes) {
      if (name === 'row') {
        cells = []
        column = -1
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
        isInline = false
      } else if (name === 'is') {
        isInline = true
        rich.begin()
      } else if (isInline) rich.open(name)
      isInValue = name === 'v'
    },
    text(piece) {
      if (isInValue) value += piece
      else if (isInline) rich.add(piece)
      if (value.length > LIMITS.cellCharacters * 2) throw new ListFault('bad-workbook')
    },
    close(name) {
      isInValue = false
      if (name === 'c') endCell()
      else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) onRow(cells)
      else if (isInline) rich.close(name)
    },
  })
}

/** The column of a cell by its address, `AB12` for instance, from 0. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  if (column === 0) throw new ListFault('bad-workbook')
  return column - 1
}

/** Of a formula, the value that it had when the file was saved. */
function textOf(type: string, value: string, style: number, { strings, formats, isFrom1904 }: SheetContext): string {
  switch (type) {
    case 's':
      return value === '' ? '' : (strings[Number(value)] ?? missing())
    case 'b':
      return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return value === '' ? '' : formatNumber(value, formats[style] ?? 'General', isFrom1904)
    default:
      return unescapeText(value)
  }
}

function missing(): never {
  throw new ListFault('bad-workbook')
}
