import { accountSid } from '@heliograph/adapter-twilio'
import { SYSTEM_ID } from '../gateway/accounts.ts'
import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { requireOwn } from '../gateway/bench-gateway.ts'
import type { RequestKind } from '../generator/job.ts'
import { PLACES } from '../generator/request-template.ts'
import type { Goal } from '../report/figures.ts'

/** The values that requests are built from. */
export interface Sender {
  readonly host: string
  readonly apiKey: string
  readonly clientId: string
}

/** An interface other than v2, with the request that sends one text. */
export interface ClientInterface {
  /** Name of the instance, and of the package without `@heliograph/adapter-`. */
  readonly name: string
  readonly config?: Readonly<Record<string, unknown>>
  /** Goal for its messages per second, as a fraction of v2's. */
  readonly goal: Goal
  readonly mark: string
  request(sender: Sender): string
}

const NEARLY_V2: Goal = { atLeast: 0.9 }
const RESULT = ':PENDING'
const { recipient, text } = PLACES
const FORM_TEXT = encodeURIComponent(text)

/** The interfaces that send texts. */
export const CLIENT_INTERFACES: readonly ClientInterface[] = [
  {
    name: 'basic',
    goal: NEARLY_V2,
    mark: RESULT,
    request: ({ host, apiKey }) =>
      post(host, '/api/http/main.ashx', `X-API-Key: ${apiKey}\r\n`, `to=${recipient}&msg=${FORM_TEXT}`),
  },
  {
    name: 'accounting',
    goal: NEARLY_V2,
    mark: '"PENDING"',
    request: ({ host, apiKey }) => {
      const body = JSON.stringify({ to: recipient, message: text })
      const headers = `X-API-Key: ${apiKey}\r\nContent-Type: application/json\r\n`
      return post(host, '/api/http/accounting/business/main.ashx', headers, body)
    },
  },
  {
    name: 'desktop',
    goal: NEARLY_V2,
    mark: RESULT,
    request: ({ host, apiKey }) =>
      post(host, '/api/http/accounting/desktop/main.ashx', FORM, `key=${apiKey}&to=${recipient}&message=${FORM_TEXT}`),
  },
  {
    name: 'legacy',
    goal: NEARLY_V2,
    mark: RESULT,
    request: (sender) => legacyBatch(sender, 1),
  },
  {
    name: 'erp-a',
    goal: NEARLY_V2,
    mark: RESULT,
    request: ({ host, apiKey, clientId }) =>
      get(
        host,
        `/api/http/ErpAConnect.ashx?account=${clientId}&password=${apiKey}&recipient_addr=${recipient}&message=${FORM_TEXT}`,
      ),
  },
  {
    name: 'erp-b',
    goal: NEARLY_V2,
    mark: RESULT,
    request: ({ host, apiKey }) =>
      get(host, `/api/http/erp-b/main.ashx?apikey=${apiKey}&number=${recipient}&message=${FORM_TEXT}`),
  },
  {
    name: 'kannel-sendsms',
    goal: NEARLY_V2,
    mark: '0: Accepted for delivery',
    request: ({ host, apiKey }) =>
      get(host, `/cgi-bin/sendsms?username=${SYSTEM_ID}&password=${apiKey}&to=${recipient}&text=${FORM_TEXT}`),
  },
  {
    name: 'jasmin',
    goal: NEARLY_V2,
    mark: 'Success "',
    request: ({ host, apiKey }) =>
      get(host, `/send?username=${SYSTEM_ID}&password=${apiKey}&to=${recipient}&content=${FORM_TEXT}`),
  },
  {
    name: 'twilio',
    goal: NEARLY_V2,
    mark: '"status":"queued"',
    request({ host, apiKey, clientId }) {
      const account = accountSid(Number(clientId))
      const login = Buffer.from(`${account}:${apiKey}`).toString('base64')
      const headers = `Authorization: Basic ${login}\r\n${FORM}`
      return post(host, `/2010-04-01/Accounts/${account}/Messages.json`, headers, `To=${recipient}&Body=${FORM_TEXT}`)
    },
  },
  {
    name: 'infobip',
    goal: NEARLY_V2,
    mark: '"PENDING_ACCEPTED"',
    request({ host, apiKey }) {
      const body = JSON.stringify({ messages: [{ destinations: [{ to: recipient }], content: { text } }] })
      const headers = `Content-Type: application/json\r\nAuthorization: App ${apiKey}\r\n`
      return post(host, '/sms/3/messages', headers, body)
    },
  },
  {
    name: 'soap',
    goal: { atLeast: 0.5 },
    mark: RESULT,
    request({ host, apiKey }) {
      const call = `<sendsms xmlns="urn:heliograph:soap"><key>${apiKey}</key><to>${recipient}</to><msg>${text}</msg></sendsms>`
      const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${call}</s:Body></s:Envelope>`
      return post(host, '/api/wsdl/main.asmx', 'Content-Type: text/xml; charset=utf-8\r\n', body)
    },
  },
  {
    name: 'queue-platform',
    goal: { atLeast: 0.7 },
    mark: '"message":"SMS dispatched',
    // A different visit each time, so that every event sends a text.
    request({ host, apiKey }) {
      const visit = { id: recipient, state: 'WAITING', name: 'Jo', phone: `+${recipient}`, position: 3, remark: text }
      const body = JSON.stringify({ id: recipient, type: 'visit.created', data: visit })
      return post(host, `/api/http/queue/main.ashx?key=${apiKey}`, 'Content-Type: application/json\r\n', body)
    },
  },
]

/** Opens an opt-out link, for a different contact each time. */
export const OPT_OUT_LINK: ClientInterface = {
  name: 'subscription-web',
  config: { requestsPerMinute: 100_000, changesPerHour: 1_000_000, changesPerAddress: 1_000_000 },
  goal: { atLeast: 5000 },
  mark: '<title>You have opted out</title>',
  request: ({ host, clientId }) => get(host, `/sms/2/messages/subscription/${clientId}/opt/out/${recipient}`),
}

/** The request for one text to this many recipients over the legacy interface. */
export function legacyBatch({ host, apiKey }: Sender, recipients: number): string {
  const numbers = Array.from({ length: recipients }, () => recipient).join()
  const body = `User=bench&Password=${apiKey}&Numbers=${numbers}&Message=${FORM_TEXT}`
  return post(host, '/api/legacybatch/batchmessage.aspx', FORM, body)
}

/** The request that the generator sends for an interface. */
export function textRequest({ request, mark }: ClientInterface, gateway: BenchGateway): RequestKind {
  return { kind: 'text', request: request(senderOf(gateway)), mark }
}

export function senderOf(gateway: BenchGateway): Sender {
  return { host: gateway.http.host, apiKey: gateway.apiKey, clientId: requireOwn(gateway).clientId }
}

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'

function post(host: string, target: string, headers: string, body: string): string {
  return `POST ${target} HTTP/1.1\r\nHost: ${host}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
}

function get(host: string, target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
}
