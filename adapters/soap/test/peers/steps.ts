import type { AdapterKit } from '@heliograph/testkit'
import { ELSEWHERE, EMAIL, KEY, PASSWORD, THERE, UNKNOWN_KEY } from '../requests.ts'

/** A call that a third-party client makes. */
export interface Step {
  readonly method: string
  readonly parameters: Readonly<Record<string, string | number>>
}

/** The result of a call: a text, rows, or a fault. */
export type Outcome =
  | string
  | readonly Readonly<Record<string, string | number>>[]
  | { readonly fault: string; readonly text: string }

/** A third-party client: reads the definition, makes the calls in order, and resolves with their results. */
export type Peer = (wsdl: string, steps: readonly Step[]) => Promise<readonly Outcome[]>

/** A text with everything that has to be escaped, and with characters of more than one octet. */
export const TEXT = 'Grüße <b>&amp;</b> "5 €" \'x\' 😀\nend ]]>'

const login = { email_address: EMAIL, password: PASSWORD, clientid: 1001 }

/** Good and bad calls of every method, each with its expected result. */
export const STEPS: readonly (readonly [step: Step, outcome: (kit: AdapterKit) => Outcome])[] = [
  [{ method: 'about', parameters: {} }, () => 'Heliograph: SMS gateway, SOAP interface 0.1.0'],
  [
    { method: 'sendsms', parameters: { key: KEY, to: `0821234567,${ELSEWHERE};12`, msg: TEXT, msg_ref: 'INV-17' } },
    () => `1:${THERE}:PENDING,2:${ELSEWHERE}:PENDING,0:12:ERROR`,
  ],
  [{ method: 'sendsms', parameters: { key: KEY, to: THERE, msg: 'Hello' } }, () => `3:${THERE}:PENDING`],
  [{ method: 'sendsms', parameters: { key: UNKNOWN_KEY, to: '<1>&2', msg: 'Hello' } }, () => '0:<1>&2:ERROR'],
  [
    { method: 'sendsms', parameters: { key: KEY, to: THERE } },
    () => ({ fault: 'Client', text: 'Parameter msg is missing' }),
  ],
  [{ method: 'get_api_key', parameters: login }, () => KEY],
  [
    { method: 'get_api_key', parameters: { ...login, password: 'wrong' } },
    () => ({ fault: 'Server', text: 'Invalid email address, password or clientid' }),
  ],
  [
    { method: 'get_user', parameters: { api_key: KEY } },
    ({ account }) => [
      {
        clientid: account.clientId,
        client_name: 'Acme',
        userid: account.userId,
        user_email: EMAIL,
        channel: '27820001234',
      },
    ],
  ],
  [{ method: 'get_user', parameters: { api_key: UNKNOWN_KEY } }, () => []],
  [{ method: 'phonebook_size', parameters: { key: KEY } }, () => '0'],
  [
    { method: 'phonebook_size', parameters: { key: UNKNOWN_KEY } },
    () => ({ fault: 'Client', text: 'Invalid API key' }),
  ],
]
