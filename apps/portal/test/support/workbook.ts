import { strToU8, type Zippable, zipSync } from 'fflate'

export interface WorkbookDraft {
  /** XML within `<sheetData>`. */
  readonly rows: string
  readonly strings?: readonly string[]
  /** Format codes; style n has the n-th, from 1. */
  readonly formats?: readonly string[]
  /** Attributes and elements of the workbook. */
  readonly workbook?: string
  readonly sheets?: string
  /** Parts in place of those made here, or in addition. */
  readonly parts?: Zippable
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A workbook as spreadsheet programs write it. */
export function workbook(draft: WorkbookDraft): Uint8Array {
  const { rows, strings = [], formats = [], workbook: settings = '', sheets = SHEETS, parts } = draft
  const xml = (text: string) => strToU8(HEAD + text)
  return zipSync({
    '[Content_Types].xml': xml('<Types/>'),
    '_rels/.rels': xml(relations([['rId1', 'officeDocument', 'xl/workbook.xml']])),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${settings}<sheets>${sheets}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      relations([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', '/xl/worksheets/sheet2.xml'],
        ['rId3', 'sharedStrings', 'sharedStrings.xml'],
        ['rId4', 'styles', 'styles.xml'],
      ]),
    ),
    'xl/sharedStrings.xml': xml(`<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`),
    'xl/styles.xml': xml(styles(formats)),
    'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`),
    'xl/worksheets/sheet2.xml': xml(
      `<worksheet xmlns="${MAIN}"><sheetData><row><c t="str"><v>second</v></c></row></sheetData></worksheet>`,
    ),
    ...parts,
  })
}

/** A workbook with these texts, for tests of pages. */
export function textWorkbook(rows: readonly (readonly string[])[]): Uint8Array {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;')}</t></is></c>`
  return workbook({ rows: rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('') })
}

const SHEETS = '<sheet name="List" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/>'

function relations(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
  return `<Relationships xmlns="${PACKAGE}">${each.join('')}</Relationships>`
}

function styles(formats: readonly string[]): string {
  const own = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
  const styled = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`)
  return `<styleSheet xmlns="${MAIN}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/>${styled.join('')}</cellXfs></styleSheet>`
}
