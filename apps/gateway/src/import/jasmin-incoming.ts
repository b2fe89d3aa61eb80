import { readNumberPattern } from './jasmin-patterns.ts'
import { type JasminRoute, WITHOUT_RULES } from './jasmin-routes.ts'
import type { Finding, PlannedAccount } from './plan.ts'

/** An HTTP client connector, as a line of `httpccm -l` has it. */
export interface HttpConnector {
  readonly place: string
  readonly cid: string
  readonly method: 'GET' | 'POST'
  readonly url: string
}

/** The interface for the programs of a Jasmin. */
export const INSTANCE = 'jasmin'

/** The interface that calls by the method of a connector: one for the first of them, one more for the other method. */
export function instanceFor({ method }: HttpConnector, [first]: readonly HttpConnector[]): string {
  return method === first?.method ? INSTANCE : `${INSTANCE}-${method.toLowerCase()}`
}

/** Gives the channels of accounts the URLs of the routes for incoming SMS, the highest order first. */
export function giveIncomingUrls(
  accounts: readonly PlannedAccount[],
  routes: readonly JasminRoute[],
  connectors: readonly HttpConnector[],
  findings: Finding[],
): readonly PlannedAccount[] {
  const given = new Map<string, HttpConnector>()
  for (const route of routes.toSorted((a, b) => b.order - a.order)) {
    const note = (outcome: Finding['outcome'], how: string) =>
      void findings.push({ place: route.place, subject: `morouter ${route.order}`, outcome, how })
    const http = route.connectors.find(({ kind }) => kind === 'http')
    if (http === undefined) {
      note('differently', 'incoming SMS go to the SMPP sessions of the client that has their channel')
      continue
    }
    const connector = connectors.find(({ cid }) => cid === http.id)
    const fits = numbersOf(route)
    if (connector === undefined) note('not', `the file does not say what ${http.id} is: record httpccm -l`)
    else if (typeof fits === 'string') note('not', fits)
    else {
      const found = accounts.filter(({ address, name }) => hasNumber(address) && fits(address) && !given.has(name))
      for (const { name } of found) given.set(name, connector)
      const { url } = connector
      const names = found.map(({ name }) => name).join(', ')
      if (found.length === 0) note('not', `set ${url} for channels: no client has a number that it would be for`)
      else if (route.connectors.length > 1) note('differently', `${url} alone, for the channel of ${names}`)
      else note('done', `${url}, for the channel of ${names}`)
    }
  }
  return accounts.map((account) => {
    const connector = given.get(account.name)
    return connector === undefined
      ? account
      : { ...account, incoming: { url: connector.url, instance: instanceFor(connector, connectors) } }
  })
}

function hasNumber(address: string | undefined): address is string {
  return address !== undefined && /^\+?\d+$/.test(address)
}

/** Which numbers a route is for, or why that is not known. */
function numbersOf({ filters }: JasminRoute): ((address: string) => boolean) | string {
  const patterns: (readonly string[])[] = []
  for (const { kind, text, value } of filters) {
    if (kind === 'everything') continue
    const pattern = kind === 'recipient' ? readNumberPattern(value) : undefined
    if (pattern === undefined)
      return `${text}: ${WITHOUT_RULES[kind] ?? 'incoming SMS are told apart by their channel'}`
    patterns.push(pattern.prefixes)
  }
  return (address) => {
    const digits = address.replace('+', '')
    return patterns.every((prefixes) => prefixes.some((prefix) => digits.startsWith(prefix)))
  }
}
