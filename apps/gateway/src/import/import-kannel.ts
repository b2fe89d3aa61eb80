import { DOMAIN, mapSendsmsUser } from './kannel-accounts.ts'
import { readKannelGroups } from './kannel-groups.ts'
import { type MappedLink, mapSmsc, rulesOf } from './kannel-smsc.ts'
import { LinkNames } from './link-names.ts'
import { type Finding, type ImportPlan, linkIdOf, type Outcome } from './plan.ts'
import { type SettingGroup, SettingReader } from './setting-reader.ts'

/** Finds out what a Kannel configuration becomes. Throws `CommandError` for a file that cannot be read. */
export function planKannelImport(path: string): ImportPlan {
  const groups = readKannelGroups(path)
  const findings: Finding[] = []
  const links = mapLinks(groups, findings)
  const accounts = groups
    .filter(({ kind }) => kind === 'sendsms-user')
    .flatMap((group) => mapSendsmsUser(group, findings) ?? [])
  const routes = routesOf(links)
  for (const { name, route } of accounts)
    if (route !== undefined && !Object.hasOwn(routes, route))
      findings.push({
        place: path,
        subject: `sendsms-user ${name}`,
        outcome: 'not',
        how: `no link has the smsc-id ${route}`,
      })
  const sendsmsPath = mapOthers(groups, findings)
  return {
    links: Object.fromEntries(links.map(({ name, config }) => [name, config])),
    routes,
    rules: rulesOf(links),
    accounts: accounts.map((account) =>
      account.route === undefined || Object.hasOwn(routes, account.route) ? account : { ...account, route: undefined },
    ),
    interfaces: [
      {
        instance: 'kannel-sendsms',
        use: '@heliograph/adapter-kannel-sendsms',
        config: { ...(sendsmsPath !== undefined && { path: sendsmsPath }), domain: DOMAIN },
      },
    ],
    findings,
  }
}

function mapLinks(groups: readonly SettingGroup[], findings: Finding[]): readonly MappedLink[] {
  const names = new LinkNames()
  return groups
    .filter(({ kind }) => kind === 'smsc')
    .flatMap((group) => {
      const name = names.take(group.settings.get('smsc-id')?.value ?? group.settings.get('host')?.value ?? 'smsc')
      return mapSmsc(group, name, findings) ?? []
    })
}

/** A route for each `smsc-id`, and the default one with the links that take any message. */
function routesOf(links: readonly MappedLink[]): ImportPlan['routes'] {
  const routes: Record<string, { links: string[] }> = {}
  for (const { name, route } of links) {
    routes[route] ??= { links: [] }
    routes[route].links.push(linkIdOf(name))
  }
  const open = links.filter(({ isReserved }) => !isReserved)
  const usual = (open.length > 0 ? open : links).map(({ name }) => linkIdOf(name))
  return usual.length === 0 ? routes : { default: { links: usual }, ...routes }
}

/** Notes what becomes of the other groups; resolves with the path of sendsms where it is not the usual one. */
function mapOthers(groups: readonly SettingGroup[], findings: Finding[]): string | undefined {
  let path: string | undefined
  for (const group of groups) {
    if (group.kind === 'smsc' || group.kind === 'sendsms-user') continue
    const keyword = group.settings.get('keyword')?.value
    const given = new SettingReader(group, keyword === undefined ? group.kind : `${group.kind} ${keyword}`, findings)
    if (group.kind === 'smsbox') path = given.map('sendsms-url', (value) => value, '`path` of kannel-sendsms') ?? path
    const reasons = OTHERS[group.kind]
    if (reasons === undefined) given.note('group', 'not', 'the gateway has nothing like it')
    else given.finish(reasons)
  }
  return path
}

const OWN: readonly [Outcome, string] = ['differently', 'see `http`, `admin` and `log` of the configuration']
const NODE: readonly [Outcome, string] = ['done', 'one process has all of it']
const WEBHOOK: readonly [Outcome, string] = [
  'differently',
  'SMS to a channel go to its webhook, set in the portal: its parameters have names of their own',
]

/** What is known of the settings of other groups. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, readonly [Outcome, string]>>>> = {
  core: {
    ...Object.fromEntries(
      ['admin-port', 'admin-password', 'status-password', 'admin-interface', 'log-file', 'log-level', 'access-log'].map(
        (name) => [name, OWN],
      ),
    ),
    ...Object.fromEntries(
      ['smsbox-port', 'box-allow-ip', 'box-deny-ip', 'admin-allow-ip', 'admin-deny-ip', 'sms-resend-freq'].map(
        (name) => [name, NODE],
      ),
    ),
    'store-file': ['done', 'every message is in the database before it is acknowledged'],
    'store-type': ['done', 'every message is in the database before it is acknowledged'],
    'store-location': ['done', 'every message is in the database before it is acknowledged'],
    'dlr-storage': ['done', 'receipts are in the database'],
    'unified-prefix': ['differently', 'numbers in national form are read by the country of the client'],
    'sms-resend-retry': ['differently', '`dispatch.retryDelaysSeconds`, until the validity ends'],
    'white-list': ['not', 'clients may send to every number that has a route'],
    'black-list': ['differently', 'import these numbers as contacts that have opted out'],
    'wapbox-port': ['not', 'the gateway has no WAP'],
  },
  smsbox: {
    ...Object.fromEntries(['sendsms-port', 'log-file', 'log-level', 'access-log'].map((name) => [name, OWN])),
    'bearerbox-host': NODE,
    'bearerbox-port': NODE,
    'smsbox-id': NODE,
    'global-sender': ['differently', 'every client has a default channel'],
    'sendsms-chars': ['done', 'digits, blanks, + and - are read'],
  },
  'sms-service': {
    'get-url': WEBHOOK,
    'post-url': WEBHOOK,
    'post-xml': WEBHOOK,
    keyword: [
      'differently',
      'words other than those to opt out and in are looked at by the program behind the webhook',
    ],
    aliases: ['differently', 'words are looked at by the program behind the webhook'],
    text: ['differently', 'the auto-reply of the channel'],
    'accepted-smsc': ['differently', 'incoming SMS belong to the channel that they were sent to'],
    'max-messages': ['differently', 'answers of up to 10 parts are sent'],
    concatenation: ['done', 'long texts are always split'],
    'catch-all': ['done', 'a channel has one webhook for every SMS'],
    'faked-sender': ['differently', 'the channel answers'],
  },
}
