import type { AdapterCase } from '@heliograph/testkit'
import { answer, call, calling, EMAIL, envelope, fault, KEY, PASSWORD, UNKNOWN_KEY } from './requests.ts'

const CLIENT = 1001
const login = (over: Readonly<Record<string, string | number>> = {}) =>
  call('get_api_key', { email_address: EMAIL, password: PASSWORD, clientid: CLIENT, ...over })

const WRONG_LOGIN = fault('Server', 'Invalid email address, password or clientid')

const wrongLogin = (name: string, over: Readonly<Record<string, string | number>>): AdapterCase => ({
  name: `get_api_key: ${name}`,
  request: login(over),
  expect: WRONG_LOGIN,
})

const row = (client: number, name: string, user: number, email: string, channel: string) =>
  `<UserInfo><clientid>${client}</clientid><client_name>${name}</client_name><userid>${user}</userid>` +
  `<user_email>${email}</user_email>${channel === '' ? '<channel></channel>' : `<channel>${channel}</channel>`}</UserInfo>`

const VERSION = 'Heliograph: SMS gateway, SOAP interface 0.1.0'

/** The four methods besides `sendsms`. */
export const methodCases: readonly AdapterCase[] = [
  // spec: SOAP web service | method | about: no parameters ; about: string, version information
  // spec: SOAP web service | text | aboutResponse with aboutResult
  {
    name: 'about: returns version information, without a key',
    request: call('about'),
    expect: answer('about', VERSION),
  },
  { name: 'about: parameters are ignored', request: call('about', { key: 'x' }), expect: answer('about', VERSION) },

  // spec: SOAP web service | method | get_api_key
  // spec: SOAP web service | text | get_api_key: string, the API key ; get_api_keyResponse with get_api_keyResult
  // spec: Authentication | field | SOAP get_api_key: e-mail, password and client ID
  { name: 'get_api_key: returns the API key', request: login(), expect: answer('get_api_key', KEY) },
  {
    name: 'get_api_key: e-mail in any letter case, blanks around it and the client ID',
    request: login({ email_address: ' JO@Acme.Example ', clientid: ` ${CLIENT}\n` }),
    expect: answer('get_api_key', KEY),
  },
  // spec: SOAP web service | rule | get_api_key: the newest key of several
  {
    name: 'get_api_key: the newest of several',
    before: ({ engine, account }) => void engine.addKey(account.userId, 'newest-key-of-this-user-0000000000000000'),
    request: login(),
    expect: answer('get_api_key', 'newest-key-of-this-user-0000000000000000'),
  },
  // spec: SOAP | error | get_api_key with a wrong e-mail: fault -> get_api_key: an unknown e-mail is a fault
  wrongLogin('an unknown e-mail is a fault', { email_address: 'nobody@acme.example' }),
  // spec: SOAP | error | get_api_key with a wrong password: fault ; get_api_key: every wrong login is the same fault -> get_api_key: a wrong password is the same fault
  // spec: SOAP web service | text | get_api_key: else an error message -> get_api_key: a wrong password is the same fault
  wrongLogin('a wrong password is the same fault', { password: 'open barley' }),
  // spec: SOAP | error | get_api_key with a wrong client ID: fault ; get_api_key: every wrong login is the same fault -> get_api_key: another client ID is the same fault
  wrongLogin('another client ID is the same fault', { clientid: 1002 }),
  wrongLogin('a client ID that no client can have is the same fault', { clientid: -1 }),
  wrongLogin('blanks belong to the password', { password: ` ${PASSWORD}` }),
  {
    name: 'get_api_key: a disabled user is the same fault',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    request: login(),
    expect: WRONG_LOGIN,
  },
  {
    name: 'get_api_key: a disabled client is the same fault',
    before: ({ engine, account }) => engine.setClientEnabled(account.clientId, false),
    request: login(),
    expect: WRONG_LOGIN,
  },
  // spec: SOAP | error | get_api_key after too many failures: the same fault
  {
    name: 'get_api_key: after too many failures the right password is the same fault',
    before: async (kit) => {
      for (let failure = 0; failure < 5; failure += 1) await kit.request(login({ password: 'wrong' }))
    },
    request: login(),
    expect: WRONG_LOGIN,
  },
  // spec: SOAP | error | get_api_key of a user without a key: fault
  {
    name: 'get_api_key: a user without a key is a fault that says so',
    before: ({ engine }) => engine.setKeyEnabled(KEY, false),
    request: login(),
    expect: fault('Server', 'This user has no API key'),
  },
  // spec: SOAP web service | field | get_api_key email_address: string, required
  // spec: SOAP | error | get_api_key without email_address, password or clientid: Client fault that names it
  {
    name: 'get_api_key: without e-mail a Client fault that names it',
    request: login({ email_address: '' }),
    expect: fault('Client', 'Parameter email_address is missing'),
  },
  // spec: SOAP web service | field | get_api_key password: string, required
  // spec: SOAP | error | get_api_key without email_address, password or clientid: Client fault that names it
  {
    name: 'get_api_key: without password a Client fault that names it',
    request: login({ password: '' }),
    expect: fault('Client', 'Parameter password is missing'),
  },
  // spec: SOAP web service | field | get_api_key clientid: int, required
  // spec: SOAP | error | get_api_key without email_address, password or clientid: Client fault that names it
  {
    name: 'get_api_key: without client ID a Client fault that names it',
    request: call('get_api_key', { email_address: EMAIL, password: PASSWORD }),
    expect: fault('Client', 'Parameter clientid is missing'),
  },
  // spec: SOAP | error | get_api_key clientid that is no int: Client fault -> get_api_key: client ID x is no int
  ...['x', '1.5', '0x3E9', '1e3', '١٠٠١'].map(
    (clientid): AdapterCase => ({
      name: `get_api_key: client ID ${clientid} is no int`,
      request: login({ clientid }),
      expect: fault('Client', 'Parameter clientid must be a whole number'),
    }),
  ),

  // spec: SOAP web service | method | get_user
  // spec: SOAP web service | text | get_userResponse with get_userResult
  // spec: SOAP web service | field | get_user result clientid ; get_user result client_name ; get_user result userid ; get_user result user_email ; get_user result channel
  // spec: SOAP web service | rule | get_user: one row, the user of the key
  // spec: Client and user info | field | clientid ; client_name ; userid ; user_email ; channel
  // spec: Authentication | field | SOAP get_user: api_key
  {
    name: 'get_user: returns clientid, client_name, userid, user_email and channel',
    request: call('get_user', { api_key: KEY }),
    expect: (kit) => answerTo(kit.account, '27820001234'),
  },
  {
    name: 'get_user: an empty channel when none is enabled',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: call('get_user', { api_key: KEY }),
    expect: (kit) => answerTo(kit.account, ''),
  },
  {
    name: "get_user: the user's own channel goes before the client's",
    before: ({ engine, account }) => {
      const channel = engine.addChannel(account.clientId, { sender: 'ACME' })
      const userId = engine.addUser(account.clientId, { email: 'own@acme.example', channelId: channel.channelId })
      engine.addKey(userId, 'key-of-a-user-with-a-channel-of-its-own0')
    },
    request: call('get_user', { api_key: 'key-of-a-user-with-a-channel-of-its-own0' }),
    expect: { status: 200, body: /<user_email>own@acme\.example<\/user_email><channel>ACME<\/channel>/ },
  },
  // spec: SOAP | error | get_user with an unknown key: empty result
  {
    name: 'get_user: an unknown key returns an empty result',
    request: call('get_user', { api_key: UNKNOWN_KEY }),
    expect: answer('get_user', ''),
  },
  // spec: SOAP | error | get_user with an inactive key: empty result
  {
    name: 'get_user: an inactive key returns an empty result',
    before: ({ engine }) => engine.setKeyEnabled(KEY, false),
    request: call('get_user', { api_key: KEY }),
    expect: answer('get_user', ''),
  },
  // spec: SOAP | error | get_user with the key of a disabled user: empty result
  {
    name: 'get_user: the key of a disabled user returns an empty result',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    request: call('get_user', { api_key: KEY }),
    expect: answer('get_user', ''),
  },
  // spec: SOAP | error | get_user with the key of a disabled client: empty result
  {
    name: 'get_user: the key of a disabled client returns an empty result',
    before: ({ engine, account }) => engine.setClientEnabled(account.clientId, false),
    request: call('get_user', { api_key: KEY }),
    expect: answer('get_user', ''),
  },
  // spec: SOAP web service | field | get_user api_key: string, required
  { name: 'get_user: no key returns an empty result', request: call('get_user'), expect: answer('get_user', '') },
  {
    name: 'get_user: a parameter key does not count',
    request: call('get_user', { key: KEY }),
    expect: answer('get_user', ''),
  },

  // spec: SOAP web service | method | phonebook_size
  // spec: SOAP web service | text | phonebook_sizeResponse with phonebook_sizeResult
  {
    name: 'phonebook_size: returns the contact count',
    request: call('phonebook_size', { key: KEY }),
    expect: answer('phonebook_size', '0'),
  },
  // spec: Contact subscription record | method | phonebook_size counts the contacts (SOAP)
  // spec: SOAP web service | text | phonebook_size: string, contact count
  // spec: SOAP web service | rule | phonebook_size counts opted-out contacts too
  {
    name: "phonebook_size: counts opted-out contacts too, and no other client's",
    before: ({ engine, account, stranger }) => {
      engine.contacts.set(account.clientId, '27821234567', 'opted-out', { kind: 'web' })
      engine.contacts.set(account.clientId, '27829876543', 'opted-in', { kind: 'web' })
      engine.contacts.set(stranger.clientId, '27820000000', 'opted-in', { kind: 'web' })
    },
    request: call('phonebook_size', { key: KEY }),
    expect: answer('phonebook_size', '2'),
  },
  // spec: SOAP | error | phonebook_size with a wrong key: Client fault
  {
    name: 'phonebook_size: a wrong key is a Client fault',
    request: call('phonebook_size', { key: UNKNOWN_KEY }),
    expect: fault('Client', 'Invalid API key'),
  },
  // spec: SOAP web service | field | phonebook_size key: string, required
  // spec: SOAP | error | phonebook_size without key: Client fault that names key
  {
    name: 'phonebook_size: without key a Client fault that names it',
    request: { body: envelope(calling('phonebook_size')) },
    expect: fault('Client', 'Parameter key is missing'),
  },
]

function answerTo(account: { clientId: number; userId: number }, channel: string) {
  return answer('get_user', row(account.clientId, 'Acme', account.userId, EMAIL, channel)) as Exclude<
    AdapterCase['expect'],
    (...given: never[]) => unknown
  >
}
