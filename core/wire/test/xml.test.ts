import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  attributeOf,
  decodeXml,
  elementIn,
  elementsIn,
  formatXml,
  isXmlText,
  parseXml,
  textIn,
  type XmlDraft,
  type XmlElement,
  xml,
} from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const element = (name: string, ...children: XmlElement['children']): XmlElement => ({
  name,
  namespace: '',
  attributes: [],
  children,
})

const READ: readonly (readonly [what: string, text: string, root: XmlElement])[] = [
  ['an empty element', '<x/>', element('x')],
  ['an empty element of two tags', '<x></x>', element('x')],
  ['blanks in tags', '<x  ></x\n>', element('x')],
  ['an XML declaration', '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>\n<x/>', element('x')],
  ['an XML declaration in single quotes', "<?xml version='1.0'?><x/>", element('x')],
  ['comments around', '<!-- a --><x/><!-- b -->\n', element('x')],
  ['text as it stands', '<x> a\n\tb </x>', element('x', ' a\n\tb ')],
  ['line ends as line feeds', '<x>a\r\nb\rc</x>', element('x', 'a\nb\nc')],
  ['a text around a comment', '<x>a<!-- - -->b</x>', element('x', 'ab')],
  ['a text that looks like a number', '<x>007</x>', element('x', '007')],
  ['a text that looks like a boolean', '<x>true</x>', element('x', 'true')],
  ['a > in a text', '<x>a > b</x>', element('x', 'a > b')],
  ['references', '<x>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#xD;</x>', element('x', '<>&"\'A😀\r')],
  ['a reference of a reference', '<x>&amp;lt;</x>', element('x', '&lt;')],
  ['CDATA', '<x><![CDATA[<a>&amp;]] ></a>]]></x>', element('x', '<a>&amp;]] ></a>')],
  ['empty CDATA', '<x><![CDATA[]]></x>', element('x')],
  ['CDATA between texts', '<x>&lt;<![CDATA[&lt;]]>&lt;</x>', element('x', '<', '&lt;', '<')],
  [
    'elements and texts in their order',
    '<x>a<y/>b<z/><y/></x>',
    element('x', 'a', element('y'), 'b', element('z'), element('y')),
  ],
  ['a name of letters, digits and marks', '<_x-1.é/>', element('_x-1.é')],
  ['a name beyond the basic plane', '<\u{10000}/>', element('\u{10000}')],
  ['names of Object', '<toString><hasOwnProperty/></toString>', element('toString', element('hasOwnProperty'))],
]

for (const [what, text, root] of READ) {
  test(`parseXml: ${what}`, () => assert.deepEqual(parseXml(text), root))
}

const attributesOf = (text: string) =>
  parseXml(text).attributes.map(({ name, namespace, value }) => (namespace ? [name, value, namespace] : [name, value]))

for (const [what, text, attributes] of [
  [
    'both quotes',
    `<x a="it's" b='"'/>`,
    [
      ['a', "it's"],
      ['b', '"'],
    ],
  ],
  [
    'a > and a /',
    '<x a=">" b="/"/>',
    [
      ['a', '>'],
      ['b', '/'],
    ],
  ],
  ['references', '<x a="&lt;&#10;&amp;amp;"/>', [['a', '<\n&amp;']]],
  ['line breaks and tabs as blanks', '<x a="1\r\n2\t3\n4"/>', [['a', '1 2 3 4']]],
  [
    'blanks around =',
    '<x a = "1"\n b\t=\t"2" />',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['empty', '<x a=""/>', [['a', '']]],
  ['blanks kept', '<x a=" 1 "/>', [['a', ' 1 ']]],
  [
    'a prefix',
    '<x xmlns:p="u" p:a="1" a="2"/>',
    [
      ['a', '1', 'u'],
      ['a', '2'],
    ],
  ],
  ['no prefix, no namespace', '<x xmlns="u" a="1"/>', [['a', '1']]],
  ['xml:lang', '<x xml:lang="en"/>', [['lang', 'en', 'http://www.w3.org/XML/1998/namespace']]],
  [
    'names of Object',
    '<x toString="1" valueOf="2"/>',
    [
      ['toString', '1'],
      ['valueOf', '2'],
    ],
  ],
] as const) {
  test(`attributes: ${what}`, () => assert.deepEqual(attributesOf(text), attributes))
}

const namespacesOf = (root: XmlElement): unknown[] => [root.namespace, ...elementsIn(root).flatMap(namespacesOf)]

for (const [what, text, namespaces] of [
  ['none', '<x><y/></x>', ['', '']],
  ['by default', '<x xmlns="u"><y/></x>', ['u', 'u']],
  ['a default taken back', '<x xmlns="u"><y xmlns=""/></x>', ['u', '']],
  ['by prefix', '<p:x xmlns:p="u"><y/><p:z/></p:x>', ['u', '', 'u']],
  ['a prefix declared again', '<p:x xmlns:p="u"><p:y xmlns:p="v"/><p:z/></p:x>', ['u', 'v', 'u']],
  ['declared behind its use', '<x a="1" xmlns="u"/>', ['u']],
  ['with references in it', '<x xmlns="u?a=1&amp;b=2"/>', ['u?a=1&b=2']],
  ['the prefix xml declared', '<x xmlns:xml="http://www.w3.org/XML/1998/namespace"/>', ['']],
] as const) {
  test(`namespaces: ${what}`, () => assert.deepEqual(namespacesOf(parseXml(text)), namespaces))
}

test('parseXml: 500 elements inside each other, where the limit allows it', () => {
  let depth = 0
  let inner: XmlElement | undefined = parseXml('<a>'.repeat(500) + '</a>'.repeat(500), { depth: 500 })
  for (; inner !== undefined; depth += 1) inner = elementIn(inner, 'a')
  assert.equal(depth, 500)
})

test('elementIn, elementsIn, textIn, attributeOf', () => {
  const root = parseXml('<x xmlns:p="u" p:b="2" a="1">t<p:y/><y>1</y>u</x>')
  assert.equal(textIn(root), 'tu')
  assert.deepEqual(
    [elementIn(root, 'y')?.namespace, elementIn(root, 'y', '')?.children, elementIn(root, 'y', 'v')],
    ['u', ['1'], undefined],
  )
  assert.equal(elementsIn(root).length, 2)
  assert.deepEqual([attributeOf(root, 'a'), attributeOf(root, 'b'), attributeOf(root, 'b', 'u')], ['1', undefined, '2'])
})

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const utf16le = (text: string) => [...Buffer.from(text, 'utf16le')]
const utf16be = (text: string) => [...Buffer.from(text, 'utf16le').swap16()]

const DECODED: readonly (readonly [what: string, octets: Buffer, contentType: string | undefined, text: string])[] = [
  ['UTF-8 without a word', bytes('<x>\xc3\xa9</x>'), undefined, '<x>é</x>'],
  ['UTF-8 with a byte order mark', bytes('\xef\xbb\xbf<x/>'), undefined, '<x/>'],
  [
    'a byte order mark before what charset and declaration say',
    bytes('\xef\xbb\xbf<?xml version="1.0" encoding="utf-16"?><x>\xc3\xa9</x>'),
    'text/xml; charset=iso-8859-1',
    '<?xml version="1.0" encoding="utf-16"?><x>é</x>',
  ],
  [
    'the charset before the declaration',
    bytes('<?xml version="1.0" encoding="utf-16"?><x/>'),
    'text/xml; charset="utf-8"',
    '<?xml version="1.0" encoding="utf-16"?><x/>',
  ],
  [
    'ISO-8859-1 by declaration',
    bytes('<?xml version="1.0" encoding="ISO-8859-1"?><x>\xe9</x>'),
    'text/xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?><x>é</x>',
  ],
  [
    'windows-1252 by declaration',
    bytes("<?xml version='1.0' encoding='Windows-1252'?><x>\x80</x>"),
    undefined,
    "<?xml version='1.0' encoding='Windows-1252'?><x>€</x>",
  ],
  ['windows-1252 by charset', bytes('<x>\x80</x>'), 'text/xml; charset=windows-1252', '<x>€</x>'],
  ['UTF-16 with a byte order mark, little end first', bytes([0xff, 0xfe], utf16le('<x>€</x>')), undefined, '<x>€</x>'],
  ['UTF-16 with a byte order mark, big end first', bytes([0xfe, 0xff], utf16be('<x>€</x>')), undefined, '<x>€</x>'],
  ['UTF-16 without a mark, little end first', bytes(utf16le('<x>€</x>')), undefined, '<x>€</x>'],
  ['UTF-16 without a mark, big end first', bytes(utf16be('<x>€</x>')), undefined, '<x>€</x>'],
  ['UTF-16 by charset', bytes(utf16be('<x>€</x>')), 'text/xml; charset=utf-16', '<x>€</x>'],
  ['UTF-16 by charset, little end first', bytes(utf16le('<x>€</x>')), 'text/xml; charset=utf-16', '<x>€</x>'],
  ['UTF-16LE by charset', bytes(utf16le('<x>€</x>')), 'text/xml; charset=UTF-16LE', '<x>€</x>'],
  ['a charset without a value', bytes('<x/>'), 'text/xml; charset=', '<x/>'],
  ['nothing', bytes(), undefined, ''],
]

for (const [what, octets, contentType, text] of DECODED) {
  test(`decodeXml: ${what}`, () => assert.equal(decodeXml(octets, contentType), text))
}

const UNDECODED: readonly (readonly [what: string, octets: Buffer, contentType: string | undefined, code: string])[] = [
  ['invalid UTF-8', bytes('<x>\xe9</x>'), undefined, 'malformed-xml'],
  ['invalid UTF-8, by charset', bytes('<x>\xe9</x>'), 'text/xml; charset=utf-8', 'malformed-xml'],
  ['overlong UTF-8', bytes('<x>\xc0\xbc</x>'), undefined, 'malformed-xml'],
  ['a surrogate in UTF-8', bytes('<x>\xed\xa0\x80</x>'), undefined, 'malformed-xml'],
  [
    'octets that say UTF-16 and are not',
    bytes('<?xml version="1.0" encoding="UTF-16"?><x/>'),
    undefined,
    'malformed-xml',
  ],
  ['UTF-16 cut short', bytes([0xff, 0xfe, 0x3c]), undefined, 'malformed-xml'],
  ['UTF-7 by declaration', bytes('<?xml version="1.0" encoding="UTF-7"?><x/>'), undefined, 'unknown-encoding'],
  ['EBCDIC by charset', bytes('<x/>'), 'text/xml; charset=ibm037', 'unknown-encoding'],
  ['UTF-32 by its mark', bytes([0, 0, 0xfe, 0xff]), undefined, 'malformed-xml'],
]

for (const [what, octets, contentType, code] of UNDECODED) {
  test(`refused: ${what}`, () => assertRefused(() => parseXml(decodeXml(octets, contentType)), code))
}

test('formatXml: elements in their order, values escaped', () => {
  const draft = xml('s:x', { 'xmlns:s': 'u', a: '"<&>\t\n\r', n: 7, b: true, left: undefined }, [
    'a < b & c ]]> "\r\n',
    xml('y'),
    xml('z', {}, [0, false, '']),
  ])
  assert.equal(
    formatXml(draft),
    '<?xml version="1.0" encoding="utf-8"?><s:x xmlns:s="u" a="&quot;&lt;&amp;&gt;&#9;&#10;&#13;" n="7" b="true">a &lt; b &amp; c ]]&gt; "&#13;\n<y/><z>0false</z></s:x>',
  )
})

test('formatXml: what XML cannot carry is replaced', () => {
  assert.match(formatXml(xml('x', { a: '\0' }, ['\x1b\ud800\uffff😀'])), /<x a="\ufffd">\ufffd\ufffd\ufffd😀<\/x>/)
  assert.deepEqual(['a\t\r\n😀', '\x0b', '\ud800', '\ufffe'].map(isXmlText), [true, false, false, false])
})

for (const name of ['', 'a b', '1a', 'a:b:c', 'a>', '"']) {
  test(`formatXml: ${JSON.stringify(name)} is not a name`, () => {
    assert.throws(() => formatXml(xml(name)), /not a name/)
    assert.throws(() => formatXml(xml('x', { [name]: 1 })), /not a name/)
  })
}

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('<', '&', '>', ']', '"', "'", '\r', '\n', '\t', ' ', '\0', 'é', '😀'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})
const name = fc.constantFrom('a', 'b', 'toString', 'é')
const { draft } = fc.letrec<{ draft: XmlDraft }>((tie) => ({
  draft: fc.record({
    name,
    attributes: fc.dictionary(name, text),
    children: fc.oneof({ maxDepth: 5 }, fc.array(text, { maxLength: 1 }), fc.array(tie('draft'), { maxLength: 3 })),
  }),
}))

/**
 * What a reader must get from a draft: empty texts are left out, and characters that XML cannot contain are replaced.
 */
function expected({ name, attributes = {}, children = [] }: XmlDraft): XmlElement {
  const carried = (value: string) => value.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
  return {
    name,
    namespace: '',
    attributes: Object.entries(attributes).map(([key, value]) => ({
      name: key,
      namespace: '',
      value: carried(String(value)),
    })),
    children: children
      .filter((child) => child !== '')
      .map((child) => (typeof child === 'object' ? expected(child) : carried(String(child)))),
  }
}

test('what is written is read back', () => {
  fc.assert(
    fc.property(draft, (written) => assert.deepEqual(parseXml(formatXml(written)), expected(written))),
    { seed: 10, numRuns: 1000 },
  )
})
