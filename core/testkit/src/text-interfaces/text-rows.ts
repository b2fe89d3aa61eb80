import type { AdapterCase } from '../conformance/adapter-case.ts'
import { sending, type TextInterface, THERE, texting } from './text-interface.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Values as they are sent, each with the text it stands for. */
const SPELLINGS: readonly (readonly [name: string, sent: string, text: string])[] = [
  ['a plus is a blank', 'a+b', 'a b'],
  ['percent-encoded blanks, pluses, ampersands and percent signs', '%20a%2Bb%26c%25', ' a+b&c%'],
  ['UTF-8', 'caf%C3%A9%20%E2%82%AC%20%F0%9F%98%80', 'café € 😀'],
  ['UTF-8 with lower-case escapes', 'caf%c3%a9', 'café'],
  ['octets that are no UTF-8 are windows-1252', 'caf%E9', 'café'],
  ['80 to 9F are windows-1252 by its real table', '%80%93%94%9F', '€“”Ÿ'],
  ['octets that were not percent-encoded', 'caf\xe9', 'café'],
  ['UTF-8 that was not percent-encoded', 'caf\xc3\xa9', 'café'],
  ['an overlong UTF-8 sequence is windows-1252', '%C0%AFx', 'À¯x'],
  ['half a surrogate pair in UTF-8 is windows-1252', '%ED%A0%80', 'í\u00a0€'],
  ['a percent sign that begins no escape is one', '50%', '50%'],
  ['a broken escape stays as it is', '100%zz%4', '100%zz%4'],
  ['an escape that never was a standard stays as it is', '%u20AC', '%u20AC'],
  ['NUL is replaced', 'a%00b', 'a\ufffdb'],
  ['an equals sign belongs to the value', 'a=b==', 'a=b=='],
  ['blanks around it are kept', '+Hi%0D%0A', ' Hi\r\n'],
  ['a byte order mark is kept', '%EF%BB%BFHi', '\ufeffHi'],
]

/** What the text and the reference may contain, and how it is read. */
export function textRows(wire: TextInterface): readonly AdapterCase[] {
  const [to = ''] = wire.names.recipients
  const [text = '', ...aliases] = wire.names.text
  const [last = ''] = wire.methods.slice(-1)
  const sent = (expected: string) => ({
    status: 200,
    body: wire.answer([`1:${THERE}:PENDING`]),
    submitted: [{ to: THERE, text: expected }],
  })
  const missing = { status: 200, body: wire.refusals.text }
  const charset = (label: string, value: string, expected: string): AdapterCase => ({
    name: `text: a form in ${label}`,
    request: sending(wire, `${to}=${THERE}&${text}=${value}`, 'POST', {
      headers: { 'content-type': `${FORM}; charset=${label}` },
    }),
    expect: sent(expected),
  })
  return [
    ...wire.methods.flatMap((method) =>
      SPELLINGS.map(([name, value, expected]): AdapterCase => {
        const request = sending(wire, `${to}=${THERE}&${text}=${value}`, method)
        return { name: `text by ${method}: ${name}`, request, expect: sent(expected) }
      }),
    ),
    ...(last === 'POST'
      ? [
          charset('windows-1252', '%C3%A9%80', 'Ã©€'),
          charset('"ISO-8859-1"', '%93', '“'),
          charset('utf-8', '%C3%A9', 'é'),
          charset('x-unknown', '%E9', 'é'),
          {
            name: 'text: a form without a Content-Type',
            request: sending(wire, texting(wire, THERE), 'POST', { headers: { 'content-type': undefined } }),
            expect: sent('Hello'),
          },
        ]
      : []),
    ...['', '+', '%20%0A'].map((value): AdapterCase => {
      const request = sending(wire, `${to}=${THERE}&${text}=${value}`)
      return { name: `text: '${value}' counts as absent`, request, expect: missing }
    }),
    { name: 'text: missing', request: sending(wire, `${to}=${THERE}`), expect: missing },
    ...aliases.map((alias): AdapterCase => {
      const request = sending(wire, `${to}=${THERE}&${alias}=Hello`)
      return { name: `text: ${alias} is an alias of ${text}`, request, expect: sent('Hello') }
    }),
    ...aliases.map((alias, index): AdapterCase => {
      const before = wire.names.text[index] as string
      return {
        name: `text: ${before} goes before ${alias}, wherever it stands`,
        request: sending(wire, `${alias}=second&${to}=${THERE}&${before}=first`),
        expect: sent('first'),
      }
    }),
    {
      name: 'text: a repeated parameter is joined with commas',
      request: sending(wire, `${to}=${THERE}&${text}=a&${text}=&${text}=b`),
      expect: sent('a,,b'),
    },
    {
      name: 'text: 255 parts are accepted',
      request: sending(wire, texting(wire, THERE, 'x'.repeat(255 * 153))),
      expect: sent('x'.repeat(255 * 153)),
    },
    {
      name: 'text: more than 255 parts are ERROR for each recipient',
      request: sending(wire, texting(wire, `0821234567,n/a`, 'x'.repeat(255 * 153 + 1))),
      expect: { status: 200, body: wire.answer([`0:${THERE}:ERROR`, '0:n/a:ERROR']) },
    },
    ...referenceRows(wire),
  ]
}

function referenceRows(wire: TextInterface): readonly AdapterCase[] {
  const row = (name: string, parameters: string, reference: string | null): AdapterCase => ({
    name: `reference: ${name}`,
    request: sending(wire, `${texting(wire, THERE)}${parameters}`),
    expect: { status: 200, body: wire.answer([`1:${THERE}:PENDING`]), submitted: [{ reference }] },
  })
  const [first] = wire.names.reference
  if (first === undefined) return []
  return [
    ...wire.names.reference.map((name) => row(`by ${name}`, `&${name}=order+7`, 'order 7')),
    ...wire.names.reference.slice(1).map((name) => row(`${first} goes before ${name}`, `&${name}=b&${first}=a`, 'a')),
    row('none', '', null),
    row('an empty one counts as absent', `&${first}=`, null),
    row('cut at 200 characters', `&${first}=${'r'.repeat(201)}`, 'r'.repeat(200)),
    row('no surrogate pair is cut in half', `&${first}=${'r'.repeat(199)}%F0%9F%98%80`, 'r'.repeat(199)),
    row('what cannot be stored is replaced', `&${first}=a%00b`, 'a\ufffdb'),
  ]
}
