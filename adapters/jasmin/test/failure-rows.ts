import { type AdapterCase, type AdapterKit, code, ROW_REQUESTS_PER_MINUTE, THERE } from '@heliograph/testkit'
import { get, loginOf, rest, USER } from './interface.ts'

/** What goes wrong for clients, with the answers of both interfaces. */
interface FailureRow {
  readonly what: string
  readonly before?: (kit: AdapterKit) => void | Promise<void>
  readonly to?: string
  readonly password?: string
  readonly email?: string
  /** Status and text. */
  readonly send: readonly [status: number, text: string]
  /** Status of REST where it is another one. */
  readonly restStatus?: number
}

const POOR = { email: 'poor@acme.example', apiKey: 'Poor'.repeat(10) }

const ROWS: readonly FailureRow[] = [
  {
    what: 'a wrong key or password',
    password: 'x'.repeat(40),
    send: [403, `Authentication failure for username:${USER.email}`],
    restStatus: 401,
  },
  { what: 'a number that there cannot be', to: '12', send: [400, 'Argument [to] has an invalid value: [12].'] },
  {
    what: 'no credit',
    before: ({ engine }) => {
      engine.addAccount({ credit: '0.01', price: '0.05', apiKey: POOR.apiKey, user: { email: POOR.email } })
    },
    email: POOR.email,
    password: POOR.apiKey,
    send: [403, 'Cannot charge submit_sm, check RouterPB log file for details'],
  },
  {
    what: 'a recipient who has opted out',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
    send: [400, `Value filter failed for user [${USER.email}] (destination_address filter mismatch).`],
  },
  {
    what: 'too many requests',
    async before(kit) {
      for (let sent = 0; sent < ROW_REQUESTS_PER_MINUTE; sent += 1) await kit.request(get('', '/balance'))
    },
    send: [403, 'User throughput exceeded'],
  },
  {
    what: 'no channel to send from',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    send: [412, 'No route found'],
  },
  {
    what: 'the database is away',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    send: [500, 'Cannot send submit_sm, check SMPPClientManagerPB log file for details'],
  },
]

// spec: Jasmin: messages | error | a wrong key or password -> a wrong key or password: /send
// spec: Jasmin: messages | error | a number that there cannot be -> a number that there cannot be: /send
// spec: Jasmin: messages | error | no credit -> no credit: /send
// spec: Jasmin: messages | error | a recipient who has opted out -> a recipient who has opted out: /send
// spec: Jasmin: messages | error | too many requests -> too many requests: /send

/** Each of them, over both interfaces. */
export const failureCases: readonly AdapterCase[] = ROWS.flatMap((row) => {
  const { before, email, password, send, to = THERE, what } = row
  const login = loginOf(email, password)
  const parameters = new URLSearchParams({ to, content: 'Hello' }).toString()
  return [
    {
      name: `${what}: /send`,
      before,
      request: get(parameters, '/send', login.query),
      expect: { status: send[0], body: `Error "${send[1]}"` },
    },
    {
      name: `${what}: REST`,
      before,
      request: rest('send', { to, content: 'Hello' }, login.basic),
      expect: { status: restStatusOf(row), body: restBodyOf(row) },
    },
  ]
})

function restStatusOf({ restStatus, send }: FailureRow): number {
  return restStatus ?? send[0]
}

/** REST repeats the text without the quotation mark at its end, and has words of its own for a log-in. */
function restBodyOf({ restStatus, send: [, text] }: FailureRow) {
  if (restStatus === 401) return { title: 'Authentication required', description: text }
  return { message: `Error "${text}` }
}

/** The rows of the README. */
export const failureTable: readonly (readonly string[])[] = ROWS.map((row) => [
  row.what,
  `${row.send[0]} ${code(`Error "${row.send[1]}"`)}`,
  `${restStatusOf(row)} ${code(JSON.stringify(restBodyOf(row)))}`,
])
