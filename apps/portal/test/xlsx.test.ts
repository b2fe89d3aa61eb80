import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { kindOf } from '../src/files/file-kinds.ts'
import { ListFault } from '../src/files/list-fault.ts'
import { formatNumber } from '../src/files/xlsx/format-number.ts'
import { workbookToCsv } from '../src/files/xlsx/workbook-to-csv.ts'
import { textWorkbook, type WorkbookDraft, workbook } from './support/workbook.ts'

const csvOf = (octets: Uint8Array) => workbookToCsv(octets).join('')

const NUMBERS: readonly (readonly [raw: string, format: string, text: string])[] = [
  ['27821234567', 'General', '27821234567'],
  ['2.7821234567E10', 'General', '27821234567'],
  ['2.7821234567E+10', '0.00E+00', '27821234567'],
  ['821234567', '0000000000', '0821234567'],
  ['821234567', '000 000 0000', '082 123 4567'],
  ['27821234567', '\\+00 00 000 0000', '+27 82 123 4567'],
  ['27821234567', '"+"0', '27821234567'],
  ['0.1', 'General', '0.1'],
  ['0.30000000000000004', 'General', '0.3'],
  ['-5', '0', '-5'],
  ['1E-7', 'General', '1e-7'],
  ['0.15', '0%', '15%'],
  ['1234.5', '#,##0.00', '1234.5'],
  ['46022', 'yyyy-mm-dd', '2025-12-31'],
  ['46022', 'dd/mm/yyyy', '31/12/2025'],
  ['46022', '[$-409]d\\-mmm\\-yy;@', '31-Dec-25'],
  ['46022', 'dddd, d mmmm yyyy', 'Wednesday, 31 December 2025'],
  ['46022.520833333336', 'yyyy-mm-dd hh:mm', '2025-12-31 12:30'],
  ['0.99999', 'h:mm AM/PM', '11:59 PM'],
  ['0.0006944444444444445', 'mm:ss', '01:00'],
  ['1.5', '[h]:mm', '36:00'],
  ['1', 'yyyy-mm-dd', '1900-01-01'],
  ['61', 'yyyy-mm-dd', '1900-03-01'],
  ['-3', 'yyyy-mm-dd', '-3'],
  ['5', '[Red]0', '5'],
  ['nonsense', 'General', 'nonsense'],
]

describe('numbers of a workbook come out as they were typed', () => {
  for (const [raw, format, text] of NUMBERS)
    test(`${raw} as ${format}`, () => assert.equal(formatNumber(raw, format, false), text))

  test('days from 1904', () => assert.equal(formatNumber('44560', 'yyyy-mm-dd', true), '2025-12-31'))
})

const SHEETS: readonly (readonly [name: string, draft: WorkbookDraft, csv: string])[] = [
  [
    'texts: shared, in pieces, with readings and references, in the cell',
    {
      strings: [
        '<t>José &amp; co</t>',
        '<r><t>two </t></r><r><t xml:space="preserve">pieces</t></r>',
        '<t>漢</t><rPh><t>kan</t></rPh>',
      ],
      rows: '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t>in_x0041_ cell</t></is></c></row>',
    },
    'José & co,two pieces,漢,inA cell\n',
  ],
  [
    'numbers, dates, truth and errors',
    {
      formats: ['dd/mm/yyyy'],
      rows: '<row><c><v>2.7821234567E10</v></c><c s="1"><v>46022</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>',
    },
    '27821234567,31/12/2025,TRUE,#N/A\n',
  ],
  [
    'formulas as their stored values',
    { rows: '<row><c t="str"><f>CONCAT("a","b")</f><v>ab</v></c><c><f>1+1</f><v>2</v></c><c><f>NOW()</f></c></row>' },
    'ab,2\n',
  ],
  [
    'blank rows and cells between',
    {
      rows: '<row r="2"><c r="C2"><v>1</v></c></row><row r="3"/><row r="9"><c r="A9" t="str"><v> </v></c></row><row><c r="B10"><v>2</v></c></row>',
    },
    ',,1\n,2\n',
  ],
  [
    'what CSV quotes',
    { rows: '<row><c t="str"><v>a,b</v></c><c t="str"><v>say "x"</v></c><c t="str"><v>two\nlines; semi</v></c></row>' },
    '"a,b","say ""x""","two\nlines; semi"\n',
  ],
  [
    'the first sheet that is not hidden',
    {
      rows: '',
      sheets: '<sheet name="H" sheetId="1" state="hidden" r:id="rId1"/><sheet name="S" sheetId="2" r:id="rId2"/>',
    },
    'second\n',
  ],
  [
    'days from 1904, and prefixes',
    {
      formats: ['yyyy-mm-dd'],
      workbook: '<workbookPr date1904="1"/>',
      rows: '<x:row xmlns:x="x"><x:c s="1"><x:v>44560</x:v></x:c></x:row>',
    },
    '2025-12-31\n',
  ],
  ['an empty sheet', { rows: '' }, ''],
]

describe('a workbook becomes CSV', () => {
  for (const [name, draft, csv] of SHEETS) test(name, () => assert.equal(csvOf(workbook(draft)), csv))

  test('many rows, in pieces', () => {
    const rows = Array.from({ length: 2_500 }, (_, row) => [`082${row}`, `Person ${row}`])
    assert.equal(csvOf(textWorkbook(rows)), rows.map((cells) => `${cells.join(',')}\n`).join(''))
  })
})

const DOCTYPE = '<!DOCTYPE worksheet [<!ENTITY a "x"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
const sheet = (xml: string) => ({ rows: '', parts: { 'xl/worksheets/sheet1.xml': strToU8(xml) } })
/** Instead of a million, which takes some seconds. */
const MOST_ROWS = 20_000

const megabytes = (text: string, count: number) => text.repeat(Math.ceil((count * 1_048_576) / text.length))

const HOSTILE: readonly (readonly [name: string, octets: () => Uint8Array, code: string])[] = [
  ['no workbook: another ZIP file', () => zipSync({ 'a.txt': strToU8('a') }), 'other-kind'],
  [
    'no workbook: a text document',
    () => workbook({ rows: '', sheets: '', parts: { 'xl/workbook.xml': strToU8('<w:document xmlns:w="w"/>') } }),
    'other-kind',
  ],
  [
    'an external entity',
    () => workbook(sheet(`${DOCTYPE}<worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>`)),
    'bad-workbook',
  ],
  ['an unknown entity', () => workbook({ rows: '<row><c t="str"><v>&lol;</v></c></row>' }), 'bad-workbook'],
  ['a text that is not there', () => workbook({ rows: '<row><c t="s"><v>7</v></c></row>' }), 'bad-workbook'],
  ['XML that does not end', () => workbook(sheet('<worksheet><sheetData><row><c>')), 'bad-workbook'],
  [
    'no UTF-8',
    () => workbook({ rows: '', parts: { 'xl/worksheets/sheet1.xml': new Uint8Array([0x3c, 0xff, 0xfe]) } }),
    'bad-workbook',
  ],
  ['elements in elements', () => workbook({ rows: '<a>'.repeat(100_000) }), 'bad-workbook'],
  [
    'many attributes',
    () => workbook({ rows: `<row ${Array.from({ length: 200 }, (_, n) => `a${n}="1"`).join(' ')}/>` }),
    'bad-workbook',
  ],
  ['a huge text', () => workbook({ rows: `<row><c t="str"><v>${megabytes('x', 1)}</v></c></row>` }), 'bad-workbook'],
  ['a huge shared text', () => workbook({ strings: [`<t>${megabytes('x', 1)}</t>`], rows: '' }), 'bad-workbook'],
  [
    'one long text in many cells',
    () =>
      workbook({ strings: [`<t>${'x'.repeat(32_000)}</t>`], rows: '<row><c t="s"><v>0</v></c></row>'.repeat(3_000) }),
    'too-large',
  ],
  ['too many columns', () => workbook({ rows: '<row><c r="CW1"><v>1</v></c></row>' }), 'too-many-columns'],
  ['too many rows', () => workbook({ rows: '<row><c><v>1</v></c></row>'.repeat(MOST_ROWS + 1) }), 'too-many-rows'],
  [
    'a part that is larger than it says',
    () => withSize(workbook({ rows: '<row><c><v>1</v></c></row>'.repeat(10_000) }), 'xl/worksheets/sheet1.xml', 1_000),
    'bad-workbook',
  ],
  [
    'a part that says it is too large',
    () => withSize(workbook({ rows: '' }), 'xl/worksheets/sheet1.xml', 257 * 1_048_576),
    'too-large',
  ],
  ['a file that ends too early', () => workbook({ rows: '' }).subarray(0, 400), 'bad-workbook'],
]

/** Changes the size that a part has by the directory of a ZIP file. */
function withSize(octets: Uint8Array, name: string, size: number): Uint8Array {
  const changed = Buffer.from(octets)
  const at = changed.lastIndexOf(name)
  assert.equal(changed.readUInt32LE(at - 46), 0x02014b50)
  changed.writeUInt32LE(size, at - 22)
  return changed
}

describe('a hostile workbook is refused, soon', () => {
  for (const [name, make, code] of HOSTILE)
    test(name, (t) => {
      const octets = make()
      const begin = performance.now()
      try {
        workbookToCsv(octets, MOST_ROWS)
        assert.fail('it was read')
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        // As the worker answers.
        assert.equal(error instanceof ListFault ? error.code : 'bad-workbook', code)
      }
      t.diagnostic(`${octets.length} octets, ${Math.round(performance.now() - begin)} ms`)
    })
})

const KINDS: readonly (readonly [name: string, octets: Uint8Array | string, kind: string])[] = [
  ['CSV', 'name,number\nJosé,082', 'text'],
  ['a list that begins like an image', 'BM,0821110001\n', 'text'],
  ['Windows-1252', Buffer.from('Jos\xe9;082', 'latin1'), 'text'],
  ['UTF-16 with a mark', Buffer.from('\ufeffa,b\n', 'utf16le'), 'utf-16'],
  ['UTF-16 without a mark', Buffer.from('name,number\n', 'utf16le'), 'unknown-encoding'],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'unknown-encoding'],
  ['XLSX', textWorkbook([['a']]), 'workbook'],
  ['XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'old-excel'],
  ['PDF', '%PDF-1.7\n1 0 obj', 'other'],
  ['PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'other'],
  ['JPEG', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1'), 'other'],
  ['nothing', '', 'text'],
]

describe('files are known by what is in them', () => {
  for (const [name, octets, kind] of KINDS)
    test(name, () => assert.equal(kindOf(typeof octets === 'string' ? Buffer.from(octets) : octets), kind))
})
