import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HttpRequest, HttpRequestHead } from '@heliograph/contracts'
import { longestBlockMs } from '@heliograph/testkit'
import {
  authenticateByKey,
  elementTextIn,
  limitStrangers,
  MAX_STRANGER_OCTETS,
  membersOfJson,
  Parameters,
} from '../src/index.ts'

const MOST = 4 * 1024 * 1024
/** What looking for a key in the largest body may cost. */
const LONGEST_BLOCK_MS = 10

const KEYS = ['key', 'password', 'clé']
const MEMBERS = ['apikey', 'clé']
const lookInForm = (body: Buffer) => Parameters.of({ query: '', headers: {}, body }, { named: KEYS }).joined(KEYS)
const lookInJson = async (body: Buffer) => (await membersOfJson('', body, MEMBERS)).joined(MEMBERS)
const lookInXml = (body: Buffer) => elementTextIn(body, ['key', 'api_key'])
const assertTooMany = (body: Buffer) => assert.throws(() => lookInForm(body), { code: 'too-many-parameters' })
const keyInForm = (body: string) => lookInForm(Buffer.from(body, 'latin1'))
const keyInJson = (body: string) => lookInJson(Buffer.from(body))
const keyInXml = (body: string) => lookInXml(Buffer.from(body))

describe('a key is found without the rest', () => {
  const rows: readonly (readonly [
    found: string | undefined | Promise<string | undefined>,
    wanted: string | undefined,
  ])[] = [
    [keyInForm('to=1&key=K&msg=2'), 'K'],
    [keyInForm('to=1&KEY=K'), 'K'],
    [keyInForm('%6bey=K%41'), 'KA'],
    [keyInForm('cl%C3%A9=K'), 'K'],
    [keyInForm('password=P&key=K'), 'K'],
    [keyInForm('key=&password=P'), 'P'],
    [keyInForm('key=a&key=b'), 'a,b'],
    [keyInForm('monkey=K&keys=K&key'), undefined],
    [keyInForm(`key=${'x'.repeat(16_385)}`), undefined],
    [keyInJson('{"to":[1],"ApiKey" : "K"}'), 'K'],
    [keyInJson('{"cl\\u00e9":"K"}'), 'K'],
    [keyInJson('{"clé":"K"}'), 'K'],
    [keyInJson('{"apikey":1}'), undefined],
    [keyInXml('<a><key>K</key></a>'), 'K'],
    [keyInXml('<a><x:api_key xsi:type="xsd:string"> K </x:api_key></a>'), 'K'],
    [keyInXml('<key><![CDATA[K]]></key>'), 'K'],
    [keyInXml('<key/><key></key><monkey>M</monkey><keys>N</keys>'), undefined],
  ]
  for (const [index, [found, wanted]] of rows.entries())
    test(`row ${index + 1}: ${wanted}`, async () => assert.equal(await found, wanted))

  test('in a query', async () => {
    const parameters = await membersOfJson('apikey=Q', Buffer.from('{"apikey":"K"}'), ['apikey'])
    assert.equal(parameters.joined('apikey'), 'Q')
  })

  test('across the pieces in which a JSON text is searched', async () => {
    for (let before = 131_000; before < 131_100; before += 1)
      assert.equal(await keyInJson(`{"x":"${'x'.repeat(before)}","apikey":"K"}`), 'K')
  })

  test('in UTF-16', async () => {
    const little = Buffer.from('<key>K</key>', 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const octets of [little, big]) assert.equal(await elementTextIn(octets, ['key']), 'K')
  })
})

describe('looking for a key costs little', () => {
  const full = (one: string, before = '') => before + one.repeat(Math.floor((MOST - before.length) / one.length))
  const worst: Readonly<Record<string, readonly [look: (body: Buffer) => unknown, body: string]>> = {
    'form of small pairs': [assertTooMany, full('key=a&')],
    'form of 20,000 pairs': [lookInForm, `${'key%3D='.padEnd(208, 'x')}&`.repeat(20_000)],
    'form of names': [lookInForm, `${'%6bex'.padEnd(208, '%41')}&`.repeat(20_000)],
    'form of one value': [lookInForm, full('%41', 'key=')],
    'form of one name': [lookInForm, full('%41')],
    'JSON of quotes': [lookInJson, full('"')],
    'JSON of names': [lookInJson, full('"apikey" ')],
    'JSON of names and blanks': [lookInJson, full(`"apikey"${' '.repeat(19)}`)],
    'JSON of values without an end': [lookInJson, full('"apikey":"')],
    'JSON of one value': [lookInJson, full('x', '{"apikey":"')],
    'XML of tags': [lookInXml, full('<key>')],
    'XML of ends': [lookInXml, full('<')],
    'XML of one tag': [lookInXml, full(' ', '<key ')],
    'XML of tags without an end': [lookInXml, full('<key a')],
    'XML of prefixes': [lookInXml, full('<a:')],
    'XML of text': [lookInXml, full('x', '<key>')],
    'XML in UTF-16': [lookInXml, full('\0x', '\0<')],
  }
  for (const [name, [look, text]] of Object.entries(worst)) {
    test(name, async () => {
      const body = Buffer.from(text, 'latin1')
      const longest = await longestBlockMs(() => look(body), 10)
      assert.ok(longest <= LONGEST_BLOCK_MS, `${longest} ms`)
    })
  }
})

describe('a large body', () => {
  const looked: string[] = []
  const directory = {
    async byApiKey(key: string) {
      looked.push(key)
      return key === 'K' ? ({} as never) : undefined
    },
  }
  const findKey = ({ query }: HttpRequestHead, body: Buffer) =>
    Parameters.of({ query, headers: {}, body }, { named: ['key'] }).first('key')
  const read = ({ query, body }: HttpRequest) => ({
    key: Parameters.ofQuery(body.toString()).joined('key') ?? Parameters.ofQuery(query).joined('key') ?? '',
    given: undefined,
  })
  const strangers = limitStrangers(directory, findKey)
  const head = (query: string, length: number): HttpRequestHead => ({
    method: 'POST',
    path: '/',
    query,
    params: {},
    remoteAddress: '192.0.2.1',
    isSecure: true,
    requestId: 'r-1',
    headers: { 'content-length': String(length) },
  })
  const whole = (query: string, body: string) => ({
    ...head(query, body.length),
    body: Buffer.from(body),
    signal: AbortSignal.abort(),
  })
  const LARGE = MAX_STRANGER_OCTETS + 1
  const refused = { category: 'too-large', code: 'stranger-too-large' }

  test('needs a known key, wherever that is', async () => {
    await strangers.check(whole('', `key=K&x=${'x'.repeat(LARGE)}`))
    await strangers.check(whole('key=K', 'x'.repeat(LARGE)))
    await assert.rejects(async () => strangers.check(whole('', `key=L&x=${'x'.repeat(LARGE)}`)), refused)
    await assert.rejects(async () => strangers.check(whole('key=L', 'x'.repeat(LARGE))), refused)
    await assert.rejects(async () => strangers.check(whole('', 'x'.repeat(LARGE))), refused)
  })

  test('is not gathered for an unknown key in the head', async () => {
    await assert.rejects(async () => strangers.admit(head('key=L', LARGE)), refused)
    await assert.rejects(async () => strangers.admit({ ...head('key=L', 0), headers: {} }), refused)
    await strangers.admit(head('key=K', LARGE))
    await strangers.admit(head('', LARGE))
  })

  test('is one of more than 64 KiB', async () => {
    looked.length = 0
    await strangers.check(whole('key=L', 'x'.repeat(MAX_STRANGER_OCTETS)))
    await strangers.admit(head('key=L', MAX_STRANGER_OCTETS))
    assert.deepEqual(looked, [])
  })

  test('has its key looked up once, unless another one turns out to be the key', async () => {
    const { authenticate } = authenticateByKey(directory, read, findKey)
    for (const [query, body, found, expected] of [
      ['key=K', 'x', 'K', ['K']],
      ['key=L', 'x', undefined, ['L']],
      ['key=K', 'x'.repeat(LARGE), 'K', ['K']],
      ['key=K', `key=L&x=${'x'.repeat(LARGE)}`, undefined, ['K', 'L']],
    ] as const) {
      looked.length = 0
      const { principal, secret } = await authenticate(whole(query, body))
      assert.deepEqual([principal === undefined, secret], [found === undefined, found ?? 'L'])
      assert.deepEqual(looked, expected)
    }
  })
})
