import { ListFault } from '../list-fault.ts'
import type { Parts } from './parts.ts'
import { readXml } from './read-xml.ts'

/** The parts that a list is read from. */
export interface SheetParts {
  readonly sheet: Uint8Array
  readonly strings: Uint8Array | undefined
  readonly styles: Uint8Array | undefined
  readonly isFrom1904: boolean
}

/** Finds the first sheet that is not hidden, and what it refers to. Throws a `ListFault`. */
export function findSheet(parts: Parts): SheetParts {
  const root = readRelations(parts, '')
  const path = root.find(({ type }) => type === 'officeDocument')?.target
  const workbook = path === undefined ? undefined : parts.find(path)
  // A ZIP file, but no workbook.
  if (path === undefined || workbook === undefined) throw new ListFault('other-kind')
  const { sheetId, isFrom1904 } = readWorkbook(workbook)
  const relations = readRelations(parts, path)
  const find = (is: (relation: Relation) => boolean) => {
    const target = relations.find(is)?.target
    return target === undefined ? undefined : parts.find(target)
  }
  const sheet = find(({ id, type }) => id === sheetId && type === 'worksheet')
  if (sheet === undefined) throw new ListFault('other-kind')
  const strings = find(({ type }) => type === 'sharedStrings')
  const styles = find(({ type }) => type === 'styles')
  return { sheet, strings, styles, isFrom1904 }
}

function readWorkbook(octets: Uint8Array): { readonly sheetId: string | undefined; readonly isFrom1904: boolean } {
  let sheetId: string | undefined
  let isFrom1904 = false
  readXml(octets, {
    open(name, { state = 'visible', id, date1904 = '0' }) {
      if (name === 'sheet' && state === 'visible') sheetId ??= id
      if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true'
    },
  })
  return { sheetId, isFrom1904 }
}

interface Relation {
  readonly id: string
  /** The last word of its address: there are two addresses for each. */
  readonly type: string
  /** The name of a part of this file; nothing outside of it is ever looked at. */
  readonly target: string
}

/** What a part refers to; with an empty name, what the file begins with. */
function readRelations(parts: Parts, part: string): readonly Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const octets = parts.find(`${folder}_rels/${part.slice(folder.length)}.rels`)
  const relations: Relation[] = []
  if (octets === undefined) return relations
  readXml(octets, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target) })
    },
  })
  return relations
}

/** `../a.xml` and `/xl/a.xml` occur. */
function resolve(folder: string, target: string): string {
  const path: string[] = []
  for (const step of `${target.startsWith('/') ? '' : folder}${target}`.split('/'))
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  return path.join('/')
}
