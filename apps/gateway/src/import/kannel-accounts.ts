import { slugOf } from './link-names.ts'
import type { Finding, Outcome, PlannedAccount } from './plan.ts'
import { type SettingGroup, SettingReader } from './setting-reader.ts'

/** Completes the user names of programs to the e-mails that users of the gateway have. */
export const DOMAIN = 'kannel.invalid'

const SHORTEST_PASSWORD = 10

/** Maps a `sendsms-user` group: a client with one user, so that each is charged and limited for itself. */
export function mapSendsmsUser(group: SettingGroup, findings: Finding[]): PlannedAccount | undefined {
  const name = group.settings.get('username')?.value ?? ''
  const given = new SettingReader(group, `sendsms-user ${name}`, findings)
  if (!/^[^\s@<>",;:]+$/.test(name)) {
    given.note('username', 'not', 'a user needs a name without blanks and punctuation marks')
    return undefined
  }
  given.note('username', 'done', `client ${name}; its programs go on with this user name`)
  const isLong = (given.value('password')?.length ?? 0) >= SHORTEST_PASSWORD
  if (isLong) given.note('password', 'done', 'the same')
  else
    given.note(
      'password',
      'differently',
      `it has fewer than ${SHORTEST_PASSWORD} characters: a key is made and shown once`,
    )
  const address = senderOf(given)
  const networks = networksOf(given)
  const route = readRoute(given)
  given.finish(REASONS)
  const password = isLong ? given.value('password') : undefined
  return { name, email: `${name.toLowerCase()}@${DOMAIN}`, password, address, networks, route }
}

/** A sender that is forced goes before one that is the default. */
function senderOf(given: SettingReader): string | undefined {
  const faked = given.map('faked-sender', (value) => value, 'the channel of the client')
  const usual = given.map(
    'default-sender',
    (value) => value,
    faked === undefined ? 'the channel of the client' : 'the faked one counts',
  )
  return faked ?? usual
}

function readRoute(given: SettingReader): string | undefined {
  const forced = given.map('forced-smsc', slugOf, 'a rule that sends the messages of this client there')
  const usual = given.map(
    'default-smsc',
    slugOf,
    forced === undefined ? 'a rule that sends the messages of this client there' : 'the forced one counts',
    'differently',
  )
  return forced ?? usual
}

/** Addresses as `10.0.*.*`, in CIDR; an asterisk everywhere is no limit. */
function networksOf(given: SettingReader): readonly string[] {
  const allowed = given.value('user-allow-ip')?.split(';') ?? []
  const networks = allowed.flatMap((address) => networkOf(address.trim()) ?? [])
  const isEverywhere = networks.includes('0.0.0.0/0')
  if (allowed.length > 0) given.note('user-allow-ip', 'done', isEverywhere ? 'from everywhere' : networks.join(', '))
  return isEverywhere ? [] : networks
}

function networkOf(address: string): string | undefined {
  const parts = address.split('.')
  if (parts.length !== 4 || !/^(?:\d{1,3}\.)*(?:\*\.)*(?:\d{1,3}|\*)$/.test(address)) return undefined
  const known = parts.indexOf('*')
  const length = known === -1 ? 4 : known
  return `${parts.map((part) => (part === '*' ? '0' : part)).join('.')}/${length * 8}`
}

const REASONS: Readonly<Record<string, readonly [Outcome, string]>> = {
  name: ['differently', 'the client has the user name as its name'],
  concatenation: ['done', 'long texts are always split'],
  'max-messages': ['differently', 'a message may have 255 parts'],
  'user-deny-ip': ['differently', 'networks that are not allowed are denied'],
  'dlr-url': ['not', 'programs name it in their requests, or set it for their channel in the portal'],
  'allowed-prefix': ['not', 'clients may send to every number that has a route'],
  'denied-prefix': ['not', 'clients may send to every number that has a route'],
  'white-list': ['not', 'clients may send to every number that has a route'],
  'black-list': ['differently', 'import these numbers as contacts that have opted out'],
  'split-chars': ['not', 'texts are split where a part is full'],
  'split-suffix': ['not', 'parts are joined by the handset'],
  header: ['not', 'programs write their texts'],
  footer: ['not', 'programs write their texts'],
  'omit-empty': ['done', 'empty texts are not sent'],
}
