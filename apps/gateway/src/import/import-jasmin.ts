import { mapConnector } from './jasmin-connectors.ts'
import { giveIncomingUrls, type HttpConnector, INSTANCE, instanceFor } from './jasmin-incoming.ts'
import { conditionsOf, type JasminRoute, readFilters, readRoute, WITHOUT_RULES } from './jasmin-routes.ts'
import { DOMAIN, type ListedUser, type MappedUser, mapUser, readListedUser } from './jasmin-users.ts'
import { type JcliSession, type ListedRow, type Listing, readJcliSession } from './jcli-session.ts'
import { LinkNames } from './link-names.ts'
import {
  type Finding,
  type ImportPlan,
  linkIdOf,
  type Outcome,
  type PlannedInterface,
  type PlannedLinks,
  type PlannedRoute,
  type PlannedRule,
} from './plan.ts'

/** Finds out what a Jasmin becomes, by what its console printed. Throws `CommandError` for a file without that. */
export function planJasminImport(path: string): ImportPlan {
  const session = readJcliSession(path)
  const findings: Finding[] = []
  const links = mapLinks(session, findings)
  const mtRoutes = rowsOf(session, 'mtRoutes', readRoute, findings)
  const users = mapUsers(session, priceOf(mtRoutes), findings)
  const { routes, rules } = mapRoutes(mtRoutes, { links, users }, findings)
  const http = mapHttpConnectors(session, findings)
  const moRoutes = rowsOf(session, 'moRoutes', readRoute, findings)
  const accounts = giveIncomingUrls(
    users.map(({ account }) => account),
    moRoutes,
    http,
    findings,
  )
  noteOthers(session, users, findings)
  return {
    links: Object.fromEntries([...links.values()].map(({ name, config }) => [name, config])),
    routes,
    rules,
    accounts,
    interfaces: interfacesFor(users, http),
    findings: inOrder(findings),
  }
}

/** Rows of a listing as they are understood; one that is not is noted. */
function rowsOf<T>(
  session: JcliSession,
  listing: Listing,
  read: (row: ListedRow) => T | undefined,
  findings: Finding[],
): readonly T[] {
  return (session.listings[listing] ?? []).flatMap((row) => {
    const found = read(row)
    if (found === undefined) noteRow(findings, row, 'not', 'it cannot be read')
    return found ?? []
  })
}

function noteRow(findings: Finding[], { place, text }: ListedRow, outcome: Outcome, how: string): void {
  findings.push({ place, subject: text.replaceAll(/\s+/g, ' '), outcome, how })
}

/** Links by the ids of their connectors. */
type Links = ReadonlyMap<string, { readonly name: string; readonly config: PlannedLinks[string] }>

function mapLinks({ connectors, listings }: JcliSession, findings: Finding[]): Links {
  const names = new LinkNames()
  const links = new Map(
    [...connectors].map(([cid, group]) => {
      const name = names.take(cid)
      return [cid, { name, config: mapConnector(group, name, findings) }]
    }),
  )
  for (const row of listings.connectors ?? []) {
    const [cid = '', service] = row.text.split(/\s+/)
    const isKnown = links.has(cid)
    if (!isKnown) noteRow(findings, row, 'not', `the file does not show its settings: record smppccm -s ${cid}`)
    else if (service === 'stopped') noteRow(findings, row, 'differently', 'a link in the configuration is started')
    else noteRow(findings, row, 'done', 'by its settings')
  }
  return links
}

function mapUsers(session: JcliSession, price: string | undefined, findings: Finding[]): readonly MappedUser[] {
  const listed = rowsOf(session, 'users', readListedUser, findings)
  const byUid = new Map(listed.map((user) => [user.uid, user]))
  const shown = [...session.users].flatMap(([uid, group]) => {
    const isDisabled = byUid.get(uid)?.isDisabled ?? false
    return mapUser(group, { isDisabled, price }, findings) ?? []
  })
  const others = listed.flatMap((user) => mapListed(user, session, price, findings))
  return withoutTwins([...shown, ...others], findings)
}

/** Maps a user that is in the listing alone. */
function mapListed(
  { isDisabled, place, settings, uid }: ListedUser,
  { users }: JcliSession,
  price: string | undefined,
  findings: Finding[],
): readonly MappedUser[] {
  const subject = `user ${uid}`
  const disabled = isDisabled ? '; it is disabled, and so is the client' : ''
  if (users.has(uid)) {
    findings.push({ place, subject, outcome: 'done', how: `by its settings${disabled}` })
    return []
  }
  const how = `by this line alone: record user -s ${uid} for the rest${disabled}`
  findings.push({ place, subject, outcome: 'differently', how })
  const mapped = mapUser({ kind: 'user', place, settings }, { isDisabled, price }, findings)
  return mapped === undefined ? [] : [mapped]
}

/** E-mails are the same in any letter case, user names of a Jasmin are not. */
function withoutTwins(users: readonly MappedUser[], findings: Finding[]): readonly MappedUser[] {
  const first = new Map<string, string>()
  return users.filter(({ account: { email, name }, place, uid }) => {
    const twin = first.get(email)
    if (twin === undefined) first.set(email, name)
    else findings.push({ place, subject: `user ${uid}`, outcome: 'not', how: `${twin} has the same letters` })
    return twin === undefined
  })
}

/** The price of a part: that of the default route, else the lowest. */
function priceOf(routes: readonly JasminRoute[]): string | undefined {
  const rates = routes.flatMap(({ rate }) => rate ?? [])
  const rate = routes.find(({ order }) => order === 0)?.rate ?? (rates.length > 0 ? Math.min(...rates) : undefined)
  return rate === undefined ? undefined : String(rate)
}

function mapRoutes(
  mtRoutes: readonly JasminRoute[],
  known: { readonly links: Links; readonly users: readonly MappedUser[] },
  findings: Finding[],
): Pick<ImportPlan, 'routes' | 'rules'> {
  const routes: Record<string, PlannedRoute> = {}
  const rules: PlannedRule[] = []
  const price = priceOf(mtRoutes)
  for (const route of mtRoutes.toSorted((a, b) => b.order - a.order)) {
    const note = (outcome: Outcome, how: string) =>
      void findings.push({ place: route.place, subject: `mtrouter ${route.order}`, outcome, how })
    const links = route.connectors.flatMap(({ id }) => known.links.get(id)?.name ?? [])
    if (links.length === 0) {
      note('not', 'none of its connectors is known')
      continue
    }
    const name = route.order === 0 ? 'default' : `order-${route.order}`
    const rule = ruleOf(route, name, known.users)
    if ('problem' in rule) {
      note('not', rule.problem)
      continue
    }
    routes[name] = plannedRoute(route.type, links)
    if (route.order !== 0) rules.push(rule.rule)
    const differences = [...rule.differences, ...differencesOf(route, links.length, price)]
    if (differences.length === 0) note('done', `route ${name}`)
    else note('differently', `route ${name}; ${differences.join('; ')}`)
  }
  return { routes: withDefault(routes, known.links), rules }
}

function ruleOf({ filters }: JasminRoute, route: string, users: readonly MappedUser[]) {
  const found = conditionsOf(filters)
  if ('problem' in found) return found
  const { gids, sender, to, uids } = found.conditions
  const when = { ...(to && { to }), ...(sender && { sender }) }
  if (uids === undefined && gids === undefined)
    return { rule: { name: route, when, route }, differences: found.differences }
  const accounts = users
    .filter(({ gid, uid }) => (uids?.includes(uid) ?? true) && (gids?.includes(gid) ?? true))
    .map(({ account }) => account.name)
  if (accounts.length === 0) return { problem: 'the file shows no user that it would be for' }
  return { rule: { name: route, when, accounts, route }, differences: found.differences }
}

function plannedRoute(type: string, names: readonly string[]): PlannedRoute {
  const links = names.map(linkIdOf)
  if (!type.startsWith('Failover') || links.length === 1) return { links }
  return { links: links.slice(0, 1), fallbacks: links.slice(1).map((link) => [link]) }
}

function differencesOf({ connectors, rate }: JasminRoute, links: number, price: string | undefined) {
  return [
    ...(links < connectors.length ? ['without the connectors that the file does not show'] : []),
    ...(rate !== undefined && String(rate) !== price ? [`a client has one price, here ${price}, and not ${rate}`] : []),
  ]
}

/** A configuration has a route for what no rule fits; Jasmin refuses such messages where it has none. */
function withDefault(routes: Readonly<Record<string, PlannedRoute>>, links: Links): ImportPlan['routes'] {
  if (links.size === 0 || routes.default !== undefined) return routes
  return { default: { links: [...links.values()].map(({ name }) => linkIdOf(name)) }, ...routes }
}

const HTTP_ROW = /^(\S+)\s+HttpConnector\s+(GET|POST)\s+(\S+)$/i

function mapHttpConnectors(session: JcliSession, findings: Finding[]): readonly HttpConnector[] {
  const found = rowsOf(session, 'httpConnectors', readHttpConnector, findings)
  for (const connector of found) {
    const how = `the URL of the channels that a route gives it, by the interface ${instanceFor(connector, found)}`
    findings.push({ place: connector.place, subject: `httpccm ${connector.cid}`, outcome: 'done', how })
  }
  return found
}

function readHttpConnector({ place, text }: ListedRow): HttpConnector | undefined {
  const [, cid, method, url] = HTTP_ROW.exec(text) ?? []
  if (cid === undefined || method === undefined || url === undefined) return undefined
  return { place, cid, method: method.toUpperCase() === 'GET' ? 'GET' : 'POST', url }
}

const MINUTE_SECONDS = 60
const PACKAGE = '@heliograph/adapter-jasmin'

/** The interface for all programs, and one more where connectors call by both methods. */
function interfacesFor(users: readonly MappedUser[], http: readonly HttpConnector[]): readonly PlannedInterface[] {
  const limits = users.map(({ throughput }) => throughput)
  const isLimited = users.length > 0 && limits.every((limit) => limit !== undefined)
  const config = {
    domain: DOMAIN,
    ...(isLimited && { requestsPerMinute: Math.ceil(Math.max(...(limits as number[])) * MINUTE_SECONDS) }),
  }
  const methods = new Map(http.map((connector) => [instanceFor(connector, http), connector.method]))
  if (methods.size === 0) return [{ instance: INSTANCE, use: PACKAGE, config }]
  return [...methods].map(([instance, incomingMethod]) => ({
    instance,
    use: PACKAGE,
    config: { ...config, ...(instance !== INSTANCE && { path: `/${instance}` }), incomingMethod },
  }))
}

/** Notes what becomes of groups, filters and scripts. */
function noteOthers({ listings }: JcliSession, users: readonly MappedUser[], findings: Finding[]): void {
  for (const row of listings.groups ?? []) {
    const gid = row.text.replace('!', '')
    const names = users.filter((user) => user.gid === gid).map(({ account }) => account.name)
    noteRow(findings, row, 'differently', `each of its users is a client of its own: ${names.join(', ') || 'none'}`)
  }
  for (const row of listings.filters ?? []) {
    const [filter] = readFilters(row.text)
    const problem = WITHOUT_RULES[filter?.kind ?? 'unknown']
    if (problem !== undefined) noteRow(findings, row, 'not', problem)
    else noteRow(findings, row, 'done', 'a condition of the rules of routes that have it')
  }
  for (const row of listings.interceptors ?? [])
    noteRow(findings, row, 'not', 'scripts are not carried out; a hook of a plugin can do that')
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const lineOf = ({ place }: Finding) => Number(place.slice(place.lastIndexOf(':') + 1))
  return findings.toSorted((a, b) => lineOf(a) - lineOf(b))
}
