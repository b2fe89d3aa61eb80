import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_BRAND } from '@heliograph/contracts'
import { code, createAdapterKit, renderTable, runAdapterConformance, type TestRequest } from '@heliograph/testkit'
import { FAULT_FORMS } from '../src/faults.ts'
import soap from '../src/index.ts'
import { METHODS } from '../src/methods.ts'
import { charsetCases } from './charset-cases.ts'
import { envelopeCases } from './envelope-cases.ts'
import { faultCases } from './fault-cases.ts'
import { methodCases } from './method-cases.ts'
import { BASE, calling, envelope, NAMESPACE, sending, WORLD } from './requests.ts'
import { sendCases } from './send-cases.ts'

const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')

const methods = renderTable(
  ['Method', 'Parameters', 'Returns'],
  METHODS.map(({ name, parameters, returns, summary }) => [
    code(name),
    parameters.map((field) => `${code(field.name)} (${field.type}${field.isOptional ? ', optional' : ''})`).join(', '),
    `${returns === 'string' ? 'string' : `list of ${returns.fields.map((field) => code(field.name)).join(', ')}`}. ${summary.replaceAll('<', '&lt;')}`,
  ]),
)

const errors = renderTable(
  ['Status', code('faultcode'), 'When'],
  Object.values(FAULT_FORMS).map(({ faultcode, meaning, status }) => [
    String(status),
    code(`soap:${faultcode}`),
    meaning,
  ]),
)

/** A request without the elements that hold a key. */
function withoutKey(request: TestRequest): TestRequest {
  const { body = '' } = request
  const written = typeof body === 'string' ? body : Buffer.from(body).toString('latin1')
  const rest = written.replaceAll(/<((?:\w+:)?(?:api_)?key)\b[^>]*>[^<]*<\/\1>/g, '')
  return { ...request, body: typeof body === 'string' ? rest : Buffer.from(rest, 'latin1') }
}

const national = Array.from({ length: 10_000 }, (_, index) => `08${20_000_000 + index}`).join(',')
const words = Array.from({ length: 10_000 }, () => 'x'.repeat(300)).join(',')

runAdapterConformance(soap, {
  largest: [
    { name: '10,000 national numbers', request: sending({ to: national }) },
    { name: '10,000 words', request: sending({ to: words }) },
    { name: 'a text of 3.9 million characters', request: sending({ msg: 'x'.repeat(3_900_000) }) },
    { name: 'a text of 800,000 references', request: sending({ msg: '&lt;'.repeat(800_000) }) },
    { name: '9,000 elements', request: sending({ x: `<a>${'x'.repeat(400)}</a>`.repeat(4_500) }) },
    { name: 'tags of 3.9 million characters', request: sending({ x: `<a b="${'x'.repeat(8_000)}"/>`.repeat(480) }) },
    { name: '200,000 attributes', request: sending({ x: `<a ${attributes(49)}/>`.repeat(4_000) }) },
  ],
  packageRoot: new URL('..', import.meta.url),
  ...WORLD,
  base: BASE,
  // The answer of a method to an invalid key.
  credentials: { refusal: { body: /:ERROR<\/sendsmsResult>|<get_userResult\/>/ }, without: withoutKey },
  cases: [...sendCases, ...methodCases, ...envelopeCases, ...charsetCases, ...faultCases],
  // When a text is sent, these errors are the outcome of each recipient.
  errorsLikeSuccess: ['forbidden', 'unauthenticated'],
  documentation: { methods, errors },
})

// spec: SOAP web service | default | no limit of requests a minute
test('requestsPerMinute is off unless it is set', async () => {
  const kit = await createAdapterKit(soap, { config: { namespace: NAMESPACE }, base: BASE })
  for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(sending())).status, 200)
})

// spec: SOAP web service | rule | namespace that ends in /: refused -> namespace "http://sms.acme.example/" is refused
for (const [namespace, fits] of [
  ['urn:acme:sms', true],
  ['http://sms.acme.example', true],
  ['http://sms.acme.example/soap', true],
  ['http://sms.acme.example/', false],
  ['urn:acme:sms/', false],
  ['acme', false],
  ['', false],
  ['http://sms.acme.example/a b', false],
  ['urn:"x"', false],
] as const) {
  test(`namespace ${JSON.stringify(namespace)} is ${fits ? 'taken' : 'refused'}`, async () => {
    const created = createAdapterKit(soap, { config: { namespace }, base: BASE })
    if (fits) await created
    else await assert.rejects(created, /namespace/)
  })
}

test('about: names the product as the operator calls it', async () => {
  const kit = await createAdapterKit(soap, { ...WORLD, base: BASE, brand: { ...OWN_BRAND, name: 'Acme SMS' } })
  const { text } = await kit.request({ body: envelope(calling('about')) })
  assert.match(text, /<aboutResult>Acme SMS: SMS gateway, /)
})
