import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isForm, type Names, Parameters, parametersInSteps } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const FORM = 'application/x-www-form-urlencoded'

function parametersOf(query: string, body: string | Buffer = '', contentType: string | undefined = FORM): Parameters {
  return Parameters.of({ query, headers: { 'content-type': contentType }, body: Buffer.from(body as string) })
}

const DECODED: readonly (readonly [what: string, query: string, value: string | undefined])[] = [
  ['a plain value', 'a=hello', 'hello'],
  ['a blank as +', 'a=b+c', 'b c'],
  ['a blank as %20', 'a=b%20c', 'b c'],
  ['a + as %2B', 'a=%2B27', '+27'],
  ['an = in the value', 'a=b=c', 'b=c'],
  ['an encoded name', '%61=1', '1'],
  ['UTF-8', 'a=%e2%82%AC', '€'],
  ['windows-1252', 'a=%E9%80', 'é€'],
  ['UTF-8 that was not encoded, octet by octet', 'a=\xe2\x82\xac', '€'],
  ['UTF-8 that was not encoded, decoded by the server', 'a=€', '€'],
  ['windows-1252 that was not encoded', 'a=\xe9', 'é'],
  ['a % that begins no escape', 'a=100%', '100%'],
  ['a % before other letters', 'a=5%zz%4', '5%zz%4'],
  ['an escape of an escape', 'a=%2541', '%41'],
  ['NUL', 'a=%00', '\0'],
  ['a name without =', 'a', undefined],
  ['no value', 'a=', undefined],
  ['blanks', 'a=%20+', undefined],
  ['blanks around a value', 'a=+b+', ' b '],
  ['another name', 'b=1', undefined],
  ['empty pairs', '&&a=1&', '1'],
  ['nothing', '', undefined],
]

for (const [what, query, value] of DECODED) {
  test(`query: ${what}`, () => assert.equal(parametersOf(query).joined('a'), value))
  const octets = Buffer.from(query, /[^\0-\xff]/.test(query) ? 'utf8' : 'latin1')
  test(`form: ${what}`, () => assert.equal(parametersOf('', octets).joined('a'), value))
}

const CHOSEN: readonly (readonly [
  what: string,
  query: string,
  form: string,
  names: Names,
  joined: string | undefined,
])[] = [
  ['a name in another letter case', 'MSG=1', '', 'msg', '1'],
  ['a name asked for in another letter case', 'msg=1', '', 'Msg', '1'],
  ['repeats', 'to=1&to=2', '', 'to', '1,2'],
  ['repeats in different letter cases, in their order', 'to=1&TO=2&to=3', '', 'to', '1,2,3'],
  ['repeats with an empty one', 'to=1&to=&to=2', '', 'to', '1,,2'],
  ['repeats that are all empty', 'to=&to=', '', 'to', undefined],
  ['the query before the form', 'to=1', 'to=2', 'to', '1'],
  ['the form where the query has nothing', '', 'to=2', 'to', '2'],
  ['the form where the query has an empty value', 'to=', 'to=2', 'to', '2'],
  ['the first alias before the second', 'mobile=2&to=1', '', ['to', 'mobile'], '1'],
  ['the first alias of the form before the second of the query', 'mobile=2', 'to=1', ['to', 'mobile'], '1'],
  ['the second alias where the first is empty', 'to=&mobile=2', '', ['to', 'mobile'], '2'],
  ['the second alias where the first is blank', 'to=%20&mobile=2', '', ['to', 'mobile'], '2'],
  ['no alias at all', 'x=1', '', ['to', 'mobile'], undefined],
  ['names of Object', 'x=1', '', ['__proto__', 'constructor', 'toString'], undefined],
  ['a name of Object that is there', '__proto__=1', '', '__proto__', '1'],
]

for (const [what, query, form, names, joined] of CHOSEN) {
  test(`choice: ${what}`, () => assert.equal(parametersOf(query, form).joined(names), joined))
}

test('repeats: the first and the last with a value', () => {
  const parameters = parametersOf('a=&a=1&a=2&a=')
  assert.deepEqual([parameters.first('a'), parameters.last('a')], ['1', '2'])
  assert.deepEqual(parameters.all('a'), ['', '1', '2', ''])
})

test('has: a value; isNamed: the name alone', () => {
  const parameters = parametersOf('WSDL&x=1')
  assert.deepEqual(
    [parameters.has('wsdl'), parameters.isNamed('wsdl'), parameters.isNamed(['y', 'x'])],
    [false, true, true],
  )
  assert.equal(parameters.isNamed('y'), false)
})

test('only: one place alone', () => {
  const parameters = parametersOf('apikey=1', 'apikey=2')
  assert.deepEqual([parameters.only('form').joined('apikey'), parameters.only('query').joined('apikey')], ['2', '1'])
})

test('ofJson: a JSON object in the place of a form', () => {
  const body = { Number: [27821234567, '0829876543', null, {}], message: 'Hi', flash: false, ref: null, other: {} }
  const parameters = Parameters.ofJson('ref=1&message=', body)
  const values = ['number', 'message', 'flash', 'ref', 'other'].map((name) => parameters.joined(name))
  assert.deepEqual(values, ['27821234567,0829876543', 'Hi', 'false', '1', undefined])
  assert.equal(parameters.only('form').has('ref'), false)
})

test('octets: a character for each, from query and form, whatever charset they are said to be in', () => {
  const headers = { 'content-type': `${FORM}; charset=windows-1252` }
  const request = { query: 'a=%C3%A9+%00&b=é', headers, body: Buffer.from('c=%80&d=\xff', 'latin1') }
  const parameters = Parameters.of(request, { octets: true })
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((name) => parameters.joined(name)),
    ['\xc3\xa9 \0', '\xe9', '\x80', '\xff'],
  )
  assert.equal(Parameters.ofQuery('b=€', { octets: true }).joined('b'), '\xe2\x82\xac')
})

test('options: names as they are, blanks as values', () => {
  const parameters = Parameters.ofQuery('A=1&a=%20', { ignoreCase: false, blankIsEmpty: false })
  assert.deepEqual([parameters.joined('a'), parameters.joined('A')], [' ', '1'])
})

const CONTENT_TYPES: readonly (readonly [contentType: string | undefined, isForm: boolean])[] = [
  [FORM, true],
  ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', true],
  ['', true],
  [undefined, true],
  ['application/json', false],
  ['multipart/form-data; boundary=x', false],
  ['text/plain', false],
]

for (const [contentType, expected] of CONTENT_TYPES) {
  test(`a body called ${contentType} is ${expected ? 'a' : 'no'} form`, () => {
    assert.equal(isForm(contentType), expected)
    const headers = contentType === undefined ? {} : { 'content-type': contentType }
    const parameters = Parameters.of({ query: '', headers, body: Buffer.from('a=1') })
    assert.equal(parameters.has('a'), expected)
  })
}

test('form: a charset that says windows-1252 is heeded, for names as well', () => {
  const parameters = parametersOf('', '%C3%A9=%C3%A9', `${FORM}; charset=ISO-8859-1`)
  assert.equal(parameters.joined('Ã©'), 'Ã©')
})

test('form: a byte order mark is no part of the first name', () => {
  assert.equal(parametersOf('', '\ufeffa=1').joined('a'), '1')
})

test('limit: as many parameters as it says, and no more', () => {
  const query = (count: number) => Array.from({ length: count }, (_, index) => `a=${index}`).join('&')
  assert.equal(Parameters.ofQuery(query(20_000)).all('a').length, 20_000)
  assertRefused(() => Parameters.ofQuery(query(20_001)), 'too-many-parameters')
  assertRefused(() => Parameters.ofQuery('&'.repeat(20_001)), 'too-many-parameters')
  assertRefused(
    () => Parameters.of({ query: '', headers: {}, body: Buffer.from('a&b') }, { limit: 1 }),
    'too-many-parameters',
  )
})

test('limit: items of JSON lists count as well', () => {
  assertRefused(() => Parameters.ofJson('', { to: Array(20_001).fill(1) }), 'too-many-parameters')
})

test('any octets are read without a failure', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (body, query) => {
    const parameters = Parameters.of({ query, headers: {}, body: Buffer.from(body) })
    assert.ok(parameters.all('a').every((value) => typeof value === 'string'))
  })
  fc.assert(property, { seed: 3, numRuns: 500 })
})

test('what URLSearchParams writes is read back', () => {
  const pairs = fc.array(fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })))
  const property = fc.property(pairs, (written) => {
    const parameters = Parameters.ofQuery(new URLSearchParams(written as [string, string][]).toString(), {
      ignoreCase: false,
      blankIsEmpty: false,
    })
    for (const [name] of written) {
      const values = written.filter(([other]) => other === name).map(([, value]) => value)
      assert.deepEqual(parameters.all(name), values.every((value) => value === '') ? [] : values)
    }
  })
  fc.assert(property, { seed: 4 })
})

for (const octets of [100, 4_000, 5_000, 20_000]) {
  test(`in steps: ${octets} octets of a text`, () => {
    const request = { query: 'key=k%201', headers: {}, body: Buffer.from(`text=${'x'.repeat(octets)}&user=u`) }
    const steps = parametersInSteps(request, ['key', 'User'])
    assert.deepEqual([steps.first.joined('key'), steps.first.joined('user')], ['k 1', 'u'])
    assert.equal(steps.first.has('text'), octets < 4_096, 'the rest of a large request is not read yet')
    assert.deepEqual(steps.all(), Parameters.of(request))
  })
}
