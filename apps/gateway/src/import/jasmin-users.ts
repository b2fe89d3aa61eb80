import { digitsOrLiteral } from './jasmin-patterns.ts'
import type { ListedRow } from './jcli-session.ts'
import type { Finding, Outcome, PlannedAccount } from './plan.ts'
import { type Setting, type SettingGroup, SettingReader } from './setting-reader.ts'

/** Completes the user names of programs to the e-mails that users of the gateway have. */
export const DOMAIN = 'jasmin.invalid'

/** A user of Jasmin, and the client that takes its place. */
export interface MappedUser {
  readonly place: string
  readonly uid: string
  readonly gid: string
  readonly account: PlannedAccount
  /** Messages a second over HTTP; undefined: no limit. */
  readonly throughput: number | undefined
}

/** What a line of `user -l` says. */
export interface ListedUser {
  readonly place: string
  readonly uid: string
  /** It, or its group, is disabled. */
  readonly isDisabled: boolean
  /** The same as `user -s` would show, as far as it is in the line. */
  readonly settings: ReadonlyMap<string, Setting>
}

const COLUMN = /\s+/
const ROW = new RegExp(
  ['^(!?)(\\S+)', '(!?)(\\S+)', '(\\S+)', '(\\S+(?: \\(!\\))?)', '(\\S+(?: \\(!\\))?)', '(\\S+)/(\\S+)'].join(
    COLUMN.source,
  ),
)
const QUOTA = 'mt_messaging_cred quota'

/** Reads a line of `user -l`; undefined for one that cannot be read. */
export function readListedUser({ place, text }: ListedRow): ListedUser | undefined {
  const match = ROW.exec(text)
  if (match === null) return undefined
  const [, mark, uid = '', groupMark, gid = '', username = '', balance = '', count = '', http = '', smpp = ''] = match
  const values = {
    uid,
    gid,
    username,
    [`${QUOTA} balance`]: balance.replace(' (!)', ''),
    [`${QUOTA} sms_count`]: count.replace(' (!)', ''),
    [`${QUOTA} http_throughput`]: http,
    [`${QUOTA} smpps_throughput`]: smpp,
  }
  const settings = new Map(Object.entries(values).map(([name, value]) => [name, { value, place }]))
  return { place, uid, isDisabled: mark === '!' || groupMark === '!', settings }
}

/** Maps a user to a client with one user, so that each is charged and limited for itself. */
export function mapUser(
  group: SettingGroup,
  { isDisabled, price }: { readonly isDisabled: boolean; readonly price: string | undefined },
  findings: Finding[],
): MappedUser | undefined {
  const uid = group.settings.get('uid')?.value ?? ''
  const given = new SettingReader(group, `user ${uid}`, findings)
  const username = given.value('username') ?? ''
  if (!/^[\w-]+$/.test(username)) {
    given.note('username', 'not', 'a user needs a name of letters, digits, hyphens and underscores')
    return undefined
  }
  given.note('uid', 'done', `client ${username}`)
  given.note('gid', 'differently', 'each user is a client of its own; rules for the group name all of them')
  given.note('username', 'differently', 'its programs go on with it; a key is made as its password and shown once')
  const credit = readBalance(given)
  const address = readSender(given)
  const networks = readNetworks(given)
  const throughput = readThroughput(given)
  for (const [setting, usual] of Object.entries(USUAL))
    if (given.value(setting)?.toLowerCase() === usual) given.note(setting, 'done', 'the same here')
  given.finish(REASONS)
  const email = `${username.toLowerCase()}@${DOMAIN}`
  const account = {
    name: username,
    email,
    password: undefined,
    address,
    networks,
    route: undefined,
    credit,
    price,
    ...(isDisabled && { isDisabled }),
  }
  return { place: group.place, uid, gid: given.value('gid') ?? '', account, throughput }
}

/** What stands for no limit. */
const NONE = 'nd'

function readBalance(given: SettingReader): string | undefined {
  const balance = given.value(`${QUOTA} balance`) ?? NONE
  if (balance.toLowerCase() === NONE) return undefined
  if (!/^\d{1,12}(?:\.\d+)?$/.test(balance)) {
    given.note(`${QUOTA} balance`, 'not', `${balance} is no amount; see heliograph client set --add-credit`)
    return undefined
  }
  const credit = String(Number(Number(balance).toFixed(6)))
  given.note(`${QUOTA} balance`, 'done', `credit ${credit}`)
  return credit
}

const DEFAULT_SENDER = 'mt_messaging_cred defaultvalue src_addr'
const ALLOWED_SENDER = 'mt_messaging_cred valuefilter src_addr'

function readSender(given: SettingReader): string | undefined {
  const usual = given.map(DEFAULT_SENDER, (value) => value, 'the channel of the client')
  const allowed = given.value(ALLOWED_SENDER)
  if (allowed === undefined || allowed === '.*') return usual
  const literal = digitsOrLiteral(allowed)
  if (literal !== undefined && (usual === undefined || usual === literal))
    given.note(ALLOWED_SENDER, 'done', `the channel of the client: ${literal}`)
  else given.note(ALLOWED_SENDER, 'differently', 'a client sends from its channels: add one for each sender')
  return usual ?? literal
}

const ADDRESSES = 'smpps_cred authorization ip'

/** Addresses and networks; one that is everywhere is no limit. */
function readNetworks(given: SettingReader): readonly string[] {
  const addresses = given.value(ADDRESSES)?.split(',') ?? []
  const networks = addresses.map((address) => address.trim()).filter((address) => address !== '')
  if (networks.length === 0) return []
  const isEverywhere = networks.some((network) => network.endsWith('/0'))
  if (isEverywhere) given.note(ADDRESSES, 'done', 'from everywhere')
  else given.note(ADDRESSES, 'differently', `${networks.join(', ')}, over every interface`)
  return isEverywhere ? [] : networks
}

const HTTP_THROUGHPUT = `${QUOTA} http_throughput`

function readThroughput(given: SettingReader): number | undefined {
  const throughput = Number(given.value(HTTP_THROUGHPUT) ?? Number.NaN)
  if (!(throughput > 0)) return undefined
  given.note(
    HTTP_THROUGHPUT,
    'differently',
    '`requestsPerMinute` of the interface: the highest, where every user has one',
  )
  return throughput
}

const MT = 'mt_messaging_cred'
const AUTHORIZATION = `${MT} authorization`
const FILTER = `${MT} valuefilter`
const BIND = 'smpps_cred authorization bind'
const MOST_BINDS = 'smpps_cred quota max_bindings'

/** Values that need no counterpart, in small letters. */
const USUAL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'http_send',
      'http_balance',
      'http_rate',
      'http_bulk',
      'http_long_content',
      'smpps_send',
      'dlr_level',
      'http_dlr_method',
      'src_addr',
      'priority',
      'validity_period',
      'schedule_delivery_time',
      'hex_content',
    ].map((name) => [`${AUTHORIZATION} ${name}`, 'true']),
  ),
  [`${FILTER} dst_addr`]: '.*',
  [`${FILTER} src_addr`]: '.*',
  [`${FILTER} content`]: '.*',
  [`${FILTER} priority`]: '^[0-3]$',
  [`${FILTER} validity_period`]: '^\\d+$',
  [`${QUOTA} balance`]: NONE,
  [`${QUOTA} sms_count`]: NONE,
  [`${QUOTA} early_percent`]: NONE,
  [HTTP_THROUGHPUT]: NONE,
  [`${QUOTA} smpps_throughput`]: NONE,
  [MOST_BINDS]: NONE,
}

const EVERY_USER: readonly [Outcome, string] = ['not', 'every user may do that']
const SMPP_USERS: readonly [Outcome, string] = ['not', 'see `users` of the interface smpp']

const REASONS: Readonly<Record<string, readonly [Outcome, string]>> = {
  ...Object.fromEntries(Object.keys(USUAL).map((name) => [name, EVERY_USER])),
  [`${AUTHORIZATION} http_bulk`]: ['differently', 'every user may send batches'],
  [`${FILTER} dst_addr`]: ['not', 'clients may send to every number that has a route'],
  [`${FILTER} content`]: ['not', 'texts are not compared with a pattern; a hook of a plugin can do that'],
  [`${FILTER} priority`]: ['not', 'every priority may be asked for'],
  [`${FILTER} validity_period`]: ['not', 'every validity of up to 7 days may be asked for'],
  [`${QUOTA} sms_count`]: ['not', 'credit is an amount: see heliograph client set --add-credit'],
  [`${QUOTA} early_percent`]: ['differently', 'all is charged on acceptance, and given back where no network took it'],
  [`${QUOTA} smpps_throughput`]: SMPP_USERS,
  [MOST_BINDS]: SMPP_USERS,
  [BIND]: ['differently', 'programs may bind once the interface smpp is configured: system_id is the e-mail'],
}
