import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { postRaw } from './peers/raw-post.ts'
import { openService, type Service } from './peers/service.ts'
import { ELSEWHERE, EMAIL, KEY, NAMESPACE, PASSWORD, PATH, THERE, UNKNOWN_KEY } from './requests.ts'

// Requests exactly as programs on .NET write them, octet by octet: proxies of ASMX services (SoapHttpClientProtocol)
// and channels of WCF (BasicHttpBinding).

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const TYPES = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
const DEBUGGER =
  '<s:Header><VsDebuggerCausalityData xmlns="http://schemas.microsoft.com/vstudio/diagnostics/servicemodelsink">' +
  'uIDPo2V+N3VbZHhOoHUxpZ0OFREAAAAAZf0nQJ5AkEmTz0J0PXc2F3m4fRzH9o9BjGZT3a0y3xUACQAA</VsDebuggerCausalityData></s:Header>'

/** An envelope of a proxy made by `wsdl.exe` or "Add Web Reference". */
const asmxEnvelope = (body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE}" ${TYPES}><soap:Body>${body}</soap:Body></soap:Envelope>`

/**
 * An envelope of a client made by `svcutil` or "Add Service Reference": no declaration, and the types are on the Body.
 */
const wcfEnvelope = (body: string, header = '') =>
  `<s:Envelope xmlns:s="${ENVELOPE}">${header}<s:Body ${TYPES}>${body}</s:Body></s:Envelope>`

interface Form {
  readonly name: string
  head(method: string, length: number): readonly string[]
  octets(body: string): Uint8Array
}

const asmx: Form = {
  name: 'ASMX proxy',
  head: (method, length) => [
    `POST ${PATH} HTTP/1.1`,
    'User-Agent: Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)',
    'VsDebuggerCausalityData: uIDPo2V+N3VbZHhOoHUxpZ0OFREAAAAAZf0nQJ5AkEmTz0J0PXc2F3m4fRzH9o9BjGZT3a0y3xUACQAA',
    'Content-Type: text/xml; charset=utf-8',
    `SOAPAction: "${NAMESPACE}/${method}"`,
    'Host: sms.acme.example',
    `Content-Length: ${length}`,
    'Expect: 100-continue',
  ],
  octets: (body) => Buffer.from(asmxEnvelope(body)),
}

const wcfHead = (charset: string) => (method: string, length: number) => [
  `POST ${PATH} HTTP/1.1`,
  `Content-Type: text/xml; charset=${charset}`,
  `SOAPAction: "${NAMESPACE}/${method}"`,
  'Host: sms.acme.example',
  `Content-Length: ${length}`,
  'Expect: 100-continue',
  'Accept-Encoding: gzip, deflate',
]

const wcf: Form = {
  name: 'WCF channel',
  head: wcfHead('utf-8'),
  octets: (body) => Buffer.from(wcfEnvelope(body)),
}

const wcfDebugged: Form = {
  name: 'WCF channel in the debugger',
  head: wcfHead('utf-8'),
  octets: (body) => Buffer.from(wcfEnvelope(body, DEBUGGER)),
}

const wcfUtf16: Form = {
  name: 'WCF channel with textEncoding="utf-16"',
  head: wcfHead('utf-16'),
  octets: (body) => Buffer.from(`\ufeff${wcfEnvelope(body)}`, 'utf16le'),
}

const wcfStreamed: Form = {
  name: 'WCF channel with transferMode="Streamed"',
  head: (method) => [
    `POST ${PATH} HTTP/1.1`,
    'Content-Type: text/xml; charset=utf-8',
    `SOAPAction: "${NAMESPACE}/${method}"`,
    'Host: sms.acme.example',
    'Transfer-Encoding: chunked',
    'Accept-Encoding: gzip, deflate',
  ],
  octets(body) {
    const octets = Buffer.from(wcfEnvelope(body))
    const [first, second] = [octets.subarray(0, 100), octets.subarray(100)]
    const chunk = (part: Buffer) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]
    return Buffer.concat([...chunk(first), ...chunk(second), Buffer.from('0\r\n\r\n')])
  },
}

const core: Form = {
  name: 'WCF client of .NET 8',
  head: (method, length) => [
    `POST ${PATH} HTTP/1.1`,
    'Host: sms.acme.example',
    'Cache-Control: no-cache, max-age=0',
    `SOAPAction: "${NAMESPACE}/${method}"`,
    'Accept-Encoding: gzip, deflate',
    'Content-Type: text/xml; charset=utf-8',
    `Content-Length: ${length}`,
  ],
  octets: (body) => Buffer.from(wcfEnvelope(body)),
}

const xmlns = `xmlns="${NAMESPACE}"`
const opening = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE}" ${TYPES}><soap:Body>`
const closing = '</soap:Body></soap:Envelope>'
const NIL = 'i:nil="true" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"'

const fault = (code: string, text: string) =>
  `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail/></soap:Fault>`

const result = (method: string, inner: string) =>
  `<${method}Response ${xmlns}>${inner === '' ? `<${method}Result/>` : `<${method}Result>${inner}</${method}Result>`}</${method}Response>`

/** What a program calls, and the content of the Body in the answer. */
const CALLS: readonly (readonly [method: string, body: string, status: number, answer: string | RegExp])[] = [
  ['about', `<about ${xmlns} />`, 200, /^<aboutResponse .*<aboutResult>Heliograph: SMS gateway, /],
  [
    'sendsms',
    `<sendsms ${xmlns}><key>${KEY}</key><to>0821234567,${ELSEWHERE}</to><msg>Grüße, 5 € &amp; more</msg><msg_ref>INV-17</msg_ref></sendsms>`,
    200,
    /^<sendsmsResponse xmlns="urn:acme:sms"><sendsmsResult>\d+:27821234567:PENDING,\d+:27829876543:PENDING<\/sendsmsResult><\/sendsmsResponse>$/,
  ],
  [
    'sendsms',
    `<sendsms ${xmlns}><key>${KEY}</key><to>${THERE}</to><msg>Hello</msg><msg_ref ${NIL}/></sendsms>`,
    200,
    /^<sendsmsResponse xmlns="urn:acme:sms"><sendsmsResult>\d+:27821234567:PENDING<\/sendsmsResult><\/sendsmsResponse>$/,
  ],
  [
    'sendsms',
    `<sendsms ${xmlns}><key>${UNKNOWN_KEY}</key><to>${THERE}</to><msg>Hello</msg></sendsms>`,
    200,
    result('sendsms', `0:${THERE}:ERROR`),
  ],
  [
    'sendsms',
    `<sendsms ${xmlns}><key>${KEY}</key><to>${THERE}</to></sendsms>`,
    500,
    fault('Client', 'Parameter msg is missing'),
  ],
  [
    'get_api_key',
    `<get_api_key ${xmlns}><email_address>${EMAIL}</email_address><password>${PASSWORD}</password><clientid>1001</clientid></get_api_key>`,
    200,
    result('get_api_key', KEY),
  ],
  [
    'get_api_key',
    `<get_api_key ${xmlns}><email_address>${EMAIL}</email_address><password>wrong</password><clientid>1001</clientid></get_api_key>`,
    500,
    fault('Server', 'Invalid email address, password or clientid'),
  ],
  [
    'get_user',
    `<get_user ${xmlns}><api_key>${KEY}</api_key></get_user>`,
    200,
    /^<get_userResponse xmlns="urn:acme:sms"><get_userResult><UserInfo><clientid>1001<\/clientid><client_name>Acme<\/client_name><userid>\d+<\/userid><user_email>jo@acme\.example<\/user_email><channel>27820001234<\/channel><\/UserInfo><\/get_userResult><\/get_userResponse>$/,
  ],
  ['get_user', `<get_user ${xmlns}><api_key>${UNKNOWN_KEY}</api_key></get_user>`, 200, result('get_user', '')],
  ['phonebook_size', `<phonebook_size ${xmlns}><key>${KEY}</key></phonebook_size>`, 200, result('phonebook_size', '0')],
  [
    'phonebook_size',
    `<phonebook_size ${xmlns}><key ${NIL}/></phonebook_size>`,
    500,
    fault('Client', 'Parameter key is missing'),
  ],
  ['receive', `<receive ${xmlns}/>`, 500, fault('Client', 'Unknown method receive')],
]

for (const form of [asmx, wcf, wcfDebugged, wcfUtf16, wcfStreamed, core]) {
  describe(form.name, () => {
    let service: Service
    before(async () => {
      service = await openService()
    })
    after(() => service.close())

    for (const [index, [method, body, status, answer]] of CALLS.entries()) {
      test(`${method}, call ${index + 1}: ${status}`, async () => {
        const octets = form.octets(body)
        const response = await postRaw(service.port, form.head(method, octets.length), octets)
        const text = response.body.toString('utf8')
        assert.equal(response.status, status, text)
        assert.match(response.head, /^content-type: text\/xml; charset=utf-8\r?$/im)
        assert.ok(text.startsWith(opening) && text.endsWith(closing), text)
        const content = text.slice(opening.length, -closing.length)
        if (typeof answer === 'string') assert.equal(content, answer)
        else assert.match(content, answer)
      })
    }

    test('its texts arrived as they were', () => {
      const texts = service.kit.engine.messages.map(({ text }) => text)
      assert.deepEqual(texts, ['Grüße, 5 € & more', 'Grüße, 5 € & more', 'Hello'])
    })
  })
}
