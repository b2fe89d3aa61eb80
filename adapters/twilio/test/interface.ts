import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { createSids } from '../src/sids.ts'

export const SECRET = 'secret of the sids'
export const SIDS = createSids(SECRET)

/** The first two clients of the double: the one under test and a stranger. */
const CLIENT = 1001
const STRANGER = 1002

export const accountOf = (clientId: number) => SIDS.write('AC', clientId, 0)
export const ACCOUNT = accountOf(CLIENT)
export const STRANGERS_ACCOUNT = accountOf(STRANGER)
export const sidOf = (smsId: number, clientId = CLIENT) => SIDS.write('SM', clientId, smsId)

export const INSTANCE = 'under-test'

export const SERVICE = `MG${'0123456789abcdef'.repeat(2)}`

export function basic(user: string, password: string = CONFORMANCE_API_KEY): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

export const BASE: TestRequest = { headers: basic(ACCOUNT) }

export const MESSAGES = `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`
export const messagePath = (smsId: number, clientId = CLIENT) =>
  `/2010-04-01/Accounts/${accountOf(clientId)}/Messages/${sidOf(smsId, clientId)}.json`

/** The address of the only channel. */
export const HERE = '27820001001'

const GOOD = { To: `+${THERE}`, From: `+${HERE}`, Body: 'Hello' }

type Form = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request to send, with these fields in place of the usual ones; undefined leaves one out. */
export function send(fields: Form = {}): TestRequest {
  const form = Object.entries({ ...GOOD, ...fields }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return { method: 'POST', path: MESSAGES, form: Object.fromEntries(form) }
}

/** The form of an error. */
export function failure(status: number, code: number, message: unknown = /./) {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } as never }
}

export const UNAUTHENTICATED = failure(401, 20003, 'Authenticate')

/** A row that sends one message with these fields. */
export function sends(name: string, fields: Form, submitted: object, body: object = {}): AdapterCase {
  return { name, request: send(fields), expect: { status: 201, body: body as never, submitted: [submitted] } }
}

/** A row that is refused. */
export function refuses(name: string, fields: Form, code: number, status = 400): AdapterCase {
  return { name, request: send(fields), expect: failure(status, code) }
}
