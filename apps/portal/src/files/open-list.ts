import { KIND_OCTETS, kindOf } from './file-kinds.ts'
import { ListFault } from './list-fault.ts'
import { readSheet } from './read-sheet.ts'

/** What a file chooser offers. */
export const LIST_TYPES =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file without a visible character is looked through up to this size. */
const BLANK_OCTETS = 65_536

/**
 * A list as CSV, whatever it comes as: CSV as it is, UTF-16 as UTF-8, the first sheet of a workbook (XLSX). The same
 * file always becomes the same list. Throws a `ListFault`.
 *
 * @param mostOctets of the file, and of the list
 */
export async function openList(file: File, mostOctets: number): Promise<File> {
  if (file.size > mostOctets) throw new ListFault('too-large')
  const kind = kindOf(new Uint8Array(await file.slice(0, KIND_OCTETS).arrayBuffer()))
  switch (kind) {
    case 'text':
      return notBlank(file)
    case 'utf-16':
      return notBlank(await toUtf8(file))
    case 'workbook':
      return notTooLarge(notBlank(new File([await readSheet(file)], file.name, { type: 'text/csv' })), mostOctets)
    case 'other':
      throw new ListFault('other-kind')
    default:
      throw new ListFault(kind)
  }
}

async function notBlank(given: File | Promise<File>): Promise<File> {
  const file = await given
  if (file.size > BLANK_OCTETS || (await file.text()).trim() !== '') return file
  throw new ListFault('empty')
}

async function notTooLarge(given: Promise<File>, mostOctets: number): Promise<File> {
  const file = await given
  if (file.size > mostOctets) throw new ListFault('too-large')
  return file
}

/** Which of the two it is says the mark at its beginning. */
async function toUtf8(file: File): Promise<File> {
  const octets = new Uint8Array(await file.arrayBuffer())
  const encoding = octets[0] === 0xff ? 'utf-16le' : 'utf-16be'
  return new File([new TextDecoder(encoding).decode(octets)], file.name, { type: 'text/csv' })
}
