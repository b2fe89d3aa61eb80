import assert from 'node:assert/strict'
import { type FuzzAnswer, type FuzzKind, fuzzAdapter, spoiledRequests } from '@heliograph/testkit'
import { elementIn, formatXml, parseXml, textIn, type XmlElement, xml } from '@heliograph/wire'
import fc from 'fast-check'
import soap from '../src/index.ts'
import { BASE, calling, ENVELOPE, envelope, given, KEY, NAMESPACE, sending, THERE, WORLD } from './requests.ts'

const SEED = 20260108

const GOOD = envelope(
  calling('sendsms', given({ key: KEY, to: `${THERE}, 0829876543;n/a`, msg: 'Hello ☺', msg_ref: 'r' })),
)

/**
 * Asserts that the answer is that of a method, or a fault that blames the client (except for a wrong login), that it
 * is readable XML, and that it names exactly the messages that were accepted.
 */
function assertReported({ request, response, accepted }: FuzzAnswer): void {
  const { headers, status, text } = response
  const seen = `${status} ${text.slice(0, 1000)}`
  if ((request.method ?? 'POST') !== 'POST') {
    assert.deepEqual([[200, 404, 405].includes(status), accepted], [true, []], seen)
    return
  }
  assert.equal(headers['content-type'], 'text/xml; charset=utf-8', seen)
  const body = elementIn(parseXml(text), 'Body', ENVELOPE)?.children[0] as XmlElement
  if (status === 500)
    assert.match(faultOf(body), /^soap:(Client|VersionMismatch|MustUnderstand)$|^soap:Server Invalid email/, seen)
  else assert.deepEqual([status, body.namespace], [200, NAMESPACE], seen)
  const reported =
    body.name === 'sendsmsResponse' ? textIn(body.children[0] as XmlElement).matchAll(/(\d+):[^,]*:PENDING/g) : []
  assert.deepEqual(
    [...reported].map(([, smsId]) => Number(smsId)),
    accepted.map(({ smsId }) => smsId),
    seen,
  )
}

function faultOf(body: XmlElement): string {
  const [code, text] = ['faultcode', 'faultstring'].map((name) => textIn(elementIn(body, name, '') as XmlElement))
  return code === 'soap:Server' ? `${code} ${text}` : `${code}`
}

const kinds: FuzzKind[] = []

function addKind(name: string, share: number, requests: FuzzKind['requests']): void {
  kinds.push({ name, share, requests })
}

const TYPES = [
  undefined,
  'text/xml',
  'text/xml; charset=utf-16',
  'text/xml; charset=windows-1252',
  'application/soap+xml',
  ';',
]
const octets = fc.uint8Array({ maxLength: 4 })

addKind(
  'random octets',
  0.1,
  fc
    .tuple(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...TYPES))
    .map(([body, type]) => ({ body, headers: { 'content-type': type } })),
)

addKind(
  'a good envelope with octets changed, cut out or put in',
  0.3,
  fc
    .tuple(fc.nat(Buffer.byteLength(GOOD) - 1), fc.nat(3), octets, fc.constantFrom(...TYPES))
    .map(([at, removed, added, type]) => {
      const good = Buffer.from(GOOD)
      return {
        body: Buffer.concat([good.subarray(0, at), added, good.subarray(at + removed)]),
        headers: { 'content-type': type },
      }
    }),
)

const PIECES = [
  '<',
  '>',
  '/>',
  '</',
  '<a>',
  '</a>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE x>',
  '<?x?>',
  '&',
  '&lt;',
  '&#0;',
  '&x;',
  'xmlns="',
  'xmlns:soap="',
  '"',
  `<soap:Header>`,
  '<soap:Body>',
  '</soap:Body>',
  ' soap:mustUnderstand="1"',
  '\0',
  ']]',
  '--',
]

addKind(
  'a good envelope with pieces of XML in wrong places',
  0.2,
  fc.array(fc.tuple(fc.nat(GOOD.length), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 3 }).map((pieces) => ({
    body: pieces.reduce((body, [at, piece]) => body.slice(0, at) + piece + body.slice(at), GOOD),
  })),
)

const METHODS = ['about', 'sendsms', 'get_api_key', 'get_user', 'phonebook_size', 'other']
const NAMES = ['key', 'api_key', 'to', 'msg', 'msg_ref', 'email_address', 'password', 'clientid', 'x']

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.constantFrom(KEY, THERE, `${THERE},${THERE}`, '0821234567;n/a', 'Hello', '', ' ', '\ud800', '\0', '٢٧٨', '1001'),
)

addKind(
  'any method with parameters of the right names and anything in them',
  0.25,
  fc
    .tuple(fc.constantFrom(...METHODS), fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 }))
    .map(([method, parameters]) => {
      const children = parameters.map(([name, each]) => xml(name, {}, [each]))
      const body = xml('s:Body', {}, [xml(method, { xmlns: NAMESPACE }, children)])
      return { body: formatXml(xml('s:Envelope', { 'xmlns:s': ENVELOPE }, [body])) }
    }),
)

addKind(
  'any SOAPAction and query',
  0.05,
  fc
    .tuple(fc.string(), fc.webQueryParameters())
    .map(([soapaction, query]) => ({ ...sending(), query, headers: { soapaction } })),
)

addKind('a good request spoiled for servers', 0.1, spoiledRequests([sending(), { body: GOOD }]))

fuzzAdapter(soap, {
  world: { ...WORLD, config: { namespace: NAMESPACE }, base: BASE },
  seed: SEED,
  kinds,
  check: assertReported,
})
