import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'

// The text interfaces of the demo, through a server and down to the database. Their own tests cover their answers in
// detail.

const THERE = '27821234567'
const FORM = 'application/x-www-form-urlencoded'

/** A call of `sendsms`, in the namespace of the demo. */
const sendsms = (key: string) =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><sendsms xmlns="urn:heliograph:soap">' +
  `<key>${key}</key><to>${THERE}</to><msg>Hello</msg></sendsms></s:Body></s:Envelope>`

/** A send over each interface, with a pattern for its answer; the first group is the id. */
const SENDS: readonly (readonly [
  name: string,
  send: (key: string) => readonly [path: string, init?: RequestInit],
  answer: RegExp,
])[] = [
  // spec: What the service does | endpoint | GET /api/http/main.ashx -> basic by GET: a text is accepted, then delivered
  // spec: Versioning | rule | the basic HTTP interface is served -> basic by GET: a text is accepted, then delivered
  [
    'basic by GET',
    (key) => [`/api/http/main.ashx?to=0821234567&msg=Hello`, { headers: { 'x-api-key': key } }],
    /^success\|(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | POST /api/http/main.ashx -> basic by POST, in windows-1252: a text is accepted, then delivered
  [
    'basic by POST, in windows-1252',
    (key) => [
      '/api/http/main.ashx',
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': FORM },
        body: Buffer.from(`to=${THERE}&msg=caf\xe9`, 'latin1'),
      },
    ],
    /^success\|(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | GET /api/http/accounting/desktop/main.ashx -> desktop, in another letter case: a text is accepted, then delivered
  // spec: Message states | state | text interface, accepted: PENDING, <sms_id>:<recipient>:PENDING -> desktop, in another letter case: a text is accepted, then delivered
  [
    'desktop, in another letter case',
    (key) => [`/API/http/Accounting/Desktop/MAIN.ashx?Key=${key}&To=${THERE}&Message=Hello`],
    /^(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | POST /api/http/accounting/desktop/main.ashx -> desktop by POST: a text is accepted, then delivered
  [
    'desktop by POST',
    (key) => [
      '/api/http/accounting/desktop/main.ashx',
      { method: 'POST', body: new URLSearchParams({ key, to: THERE, message: 'Hello' }) },
    ],
    /^(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | POST /api/http/accounting/business/main.ashx -> accounting: a text is accepted, then delivered
  [
    'accounting',
    (key) => [
      '/api/http/accounting/business/main.ashx',
      {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ to: THERE, message: 'Hello' }),
      },
    ],
    /^\{"status":"ok","messages":\[\{"sms_id":(\d+),"recipient":"27821234567","status":"PENDING"\}\]\}$/,
  ],
  // spec: What the service does | endpoint | POST /api/wsdl/main.asmx -> soap: a text is accepted, then delivered
  [
    'soap',
    (key) => ['/api/wsdl/main.asmx', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: sendsms(key) }],
    /<sendsmsResult>(\d+):27821234567:PENDING<\/sendsmsResult>/,
  ],
  // spec: What the service does | endpoint | POST /api/http/queue/main.ashx?key=<API_KEY> -> queue-platform: a text is accepted, then delivered
  [
    'queue-platform',
    (key) => [
      `/api/http/queue/main.ashx?key=${key}`,
      {
        method: 'POST',
        body: JSON.stringify({ type: 'visit.created', data: { state: 'WAITING', phone: `+${THERE}` } }),
      },
    ],
    /^\{"status":"ok","eventType":"visit.created","message":"SMS dispatched to 27821234567: OK:(\d+):PENDING_ENROUTE"\}$/,
  ],
  // spec: What the service does | endpoint | POST /api/legacybatch/batchmessage.aspx -> legacy: a text is accepted, then delivered
  // spec: Message states | state | text interface, bad number: ERROR, 0:<recipient>:ERROR -> legacy: a text is accepted, then delivered
  // spec: Versioning | rule | the legacy batch endpoint is served -> legacy: a text is accepted, then delivered
  [
    'legacy',
    (key) => [
      '/api/legacybatch/batchmessage.aspx',
      {
        method: 'POST',
        body: new URLSearchParams({ User: '', Password: key, Message: 'Hello', Numbers: `${THERE},n/a` }),
      },
    ],
    /^(\d+):27821234567:PENDING,0:n\/a:ERROR$/,
  ],
  // spec: What the service does | endpoint | GET /api/http/ErpAConnect.ashx -> erp-a: a text is accepted, then delivered
  [
    'erp-a',
    (key) => [
      `/api/http/ErpAConnect.ashx?account=demo@example.com&password=${key}&recipient_addr=${THERE}&message=Hello`,
    ],
    /^(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | GET /api/http/erp-b/main.ashx -> erp-b by GET: a text is accepted, then delivered
  [
    'erp-b by GET',
    (key) => [`/api/http/erp-b/main.ashx?apikey=${key}&number=${THERE}&message=Hello`],
    /^(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | POST /api/http/erp-b/main.ashx -> erp-b by POST: a text is accepted, then delivered
  [
    'erp-b by POST',
    (apikey) => [
      '/api/http/erp-b/main.ashx',
      { method: 'POST', body: new URLSearchParams({ apikey, number: THERE, message: 'Hello' }) },
    ],
    /^(\d+):27821234567:PENDING$/,
  ],
  // spec: What the service does | endpoint | POST /api/http/erp-b/main.ashx -> erp-b, in JSON: a text is accepted, then delivered
  [
    'erp-b, in JSON',
    (apikey) => [
      '/api/http/erp-b/main.ashx',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apikey, number: [THERE], message: 'Hello' }),
      },
    ],
    /^\{"status":"ok","messages":\[\{"sms_id":(\d+),"recipient":"27821234567","status":"PENDING"\}\]\}$/,
  ],
]

interface Report {
  readonly messageId: string
  readonly status: { readonly groupName: string }
  readonly callbackData: string
}

const shownOf = ({ callbackData, messageId, status }: Report) => ({ messageId, status: status.groupName, callbackData })

/** A client's server; `next` is the body of the first request to it. */
async function openReceiver() {
  const server = createServer()
  const next = once(server, 'request').then(async ([request, response]) => {
    const body = await bodyOf(request as IncomingMessage)
    ;(response as ServerResponse).end()
    return body
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/reports`,
    next,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

for (const server of ['uws', 'node']) {
  describe(`the text interfaces on the ${server} server`, () => {
    let folder: TestDataDir
    let gateway: GatewayProcess
    let key: string
    before(async () => {
      folder = await makeUsedDataDir()
      gateway = await startGateway({ dataDir: folder.path, args: ['--set', `http.server=${server}`] })
      key = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
    })
    after(() => folder.remove())

    const ask = async (path: string, init?: RequestInit) => {
      const response = await fetch(`${gateway.http}${path}`, init)
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const basic = (query: string, init: RequestInit = {}) =>
      ask(`/api/http/main.ashx?${query}`, { headers: { 'x-api-key': key }, ...init })

    for (const [name, send, answer] of SENDS) {
      test(`${name}: a text is accepted, then delivered`, async () => {
        const { status, text } = await ask(...send(key))
        assert.equal(status, 200)
        const id = answer.exec(text)?.[1]
        assert.ok(id !== undefined, text)
        const delivered = await until(
          () => basic(`action=status&msgid_list=${id}`),
          (found) => found.text.includes(':DELIVERED:'),
        )
        assert.match(delivered.text, new RegExp(`^${id}:${THERE}:DELIVERED:\\d{10}:DELIVRD:\\d{10}$`))
        assert.equal(delivered.headers.get('sms_api_response'), 'success')
      })
    }

    test("kannel-sendsms: a text is accepted in Kannel's words", async () => {
      const login = `username=demo@example.com&password=${key}`
      const { status, text } = await ask(
        `/cgi-bin/sendsms?${login}&from=12345&to=${THERE}&text=caf%E9&charset=ISO-8859-1`,
      )
      assert.deepEqual([status, text], [202, '0: Accepted for delivery'])
    })

    test("infobip: a text is accepted, its report sent in Infobip's form, and read once", async () => {
      const headers = { authorization: `App ${key}`, 'content-type': 'application/json' }
      const read = async (path: string) => JSON.parse((await ask(path, { headers })).text).results as readonly Report[]
      const receiver = await openReceiver()
      try {
        const webhooks = { delivery: { url: receiver.url }, callbackData: 'order 7' }
        const message = { destinations: [{ to: THERE }], content: { text: 'Hello' }, webhooks }
        const body = JSON.stringify({ messages: [message] })
        const sent = await ask('/sms/3/messages', { method: 'POST', headers, body })
        const { messageId } = JSON.parse(sent.text).messages[0] as Report
        const pushed = JSON.parse(await receiver.next).results as readonly Report[]
        const expected = { messageId, status: 'DELIVERED', callbackData: 'order 7' }
        assert.deepEqual(pushed.map(shownOf), [expected])
        const own = (reports: readonly Report[]) => reports.filter((report) => report.messageId === messageId)
        assert.deepEqual(own(await read('/sms/3/reports')).map(shownOf), [expected])
        assert.deepEqual(own(await read('/sms/1/reports')), [])
        assert.equal(own(await read(`/sms/3/logs?messageId=${messageId}`)).length, 1)
      } finally {
        await receiver.close()
      }
    })

    test('queue-platform: of updates at the same moment that say the same, one sends a text', async () => {
      const data = { id: 'of all at once', state: 'SERVING', phone: '+27827654399' }
      const body = JSON.stringify({ type: 'visit.updated', data })
      const path = `/api/http/queue/main.ashx?key=${key}`
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask(path, { method: 'POST', body })))
      const messages = answers.map(({ text }) => JSON.parse(text).message as string).sort()
      assert.match(messages.at(-1) ?? '', /^SMS dispatched to 27827654399: OK:\d+:PENDING_ENROUTE$/)
      const unchanged = 'No SMS sent: the state of the visit has not changed'
      assert.deepEqual(messages.slice(0, -1), Array(11).fill(unchanged))
      const { results } = (await gateway.request('/sms/2/logs?limit=1000', { key })).body
      assert.equal(results.filter(({ to }: { readonly to: string }) => to === '27827654399').length, 1)
    })

    // spec: What the service does | rule | a send to a contact that has opted out fails
    // spec: What the service does | endpoint | GET /sms/2/messages/subscription/{clientid}/opt/out/{mobile} ; GET /sms/2/messages/subscription/{clientid}/opt/in/{mobile}
    // spec: Authentication | rule | web opt-out and opt-in need no credential
    // spec: Opt-out webhook | rule | later sends to the contact are blocked
    test('web links: a contact that has opted out is sent nothing until it has opted in again', async () => {
      const contact = '27827654321'
      const link = (change: 'out' | 'in') => ask(`/sms/2/messages/subscription/1001/opt/${change}/${contact}`)
      const out = await link('out')
      assert.deepEqual([out.status, out.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
      assert.equal((await basic(`to=${contact}&msg=Hello`)).text, `success|0:${contact}:ERROR`)
      assert.equal((await link('in')).status, 200)
      assert.match((await basic(`to=${contact}&msg=Hello`)).text, /^success\|\d+:27827654321:PENDING$/)
    })

    test('incoming: none yet', async () => {
      const { headers, text } = await basic('action=incoming')
      assert.equal(text, 'id,sender,channel,message,timestamp,status\r\n')
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    })

    test('HEAD sends nothing, a key of nobody is 401, another method 405', async () => {
      const sent = () => gateway.request('/sms/2/logs?limit=1000', { key })
      const { results: before } = (await sent()).body
      assert.equal((await basic(`to=${THERE}&msg=Hello`, { method: 'HEAD' })).status, 200)
      assert.equal((await basic(`to=${THERE}&msg=Hello`, { headers: { 'x-api-key': 'nobody' } })).status, 401)
      const { headers, status, text } = await ask('/api/legacybatch/batchmessage.aspx?User=')
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'], text)
      assert.equal((await sent()).body.results.length, before.length)
    })

    test('it stops in order', async () => {
      const { code, stderr } = await gateway.stop()
      assert.equal(code, 0, stderr)
    })
  })
}
