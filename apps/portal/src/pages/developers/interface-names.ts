/**
 * Names of the interfaces, in the order in which they are offered. One that is not listed is shown by its own id, after
 * these.
 */
const NAMES: Readonly<Record<string, string>> = {
  v2: 'REST (v2)',
  basic: 'Basic HTTP',
  smpp: 'SMPP',
  soap: 'SOAP',
  accounting: 'Accounting',
  desktop: 'Desktop accounting',
  legacy: 'Legacy batch',
  'erp-a': 'ERP A',
  'erp-b': 'ERP B',
  'kannel-sendsms': 'Kannel sendsms',
  jasmin: 'Jasmin',
  twilio: 'Twilio',
  infobip: 'Infobip',
  'queue-platform': 'Queue platform',
  'subscription-web': 'Opt-out pages',
  email: 'E-mail',
  'portal-api': 'Portal API',
}

/** Not for use by programs. */
const HIDDEN = new Set(['docs-web', 'portal-web'])

/** The name of an interface: with that of the instance where there are several of a kind. */
export function nameOf({ adapter, instanceId }: { readonly adapter: string; readonly instanceId: string }): string {
  const name = NAMES[adapter] ?? adapter
  return instanceId === adapter || NAMES[adapter] === undefined ? name : `${name} · ${instanceId}`
}

/** The interfaces that programs use, the most common first. */
export function offered<T extends { readonly adapter: string }>(interfaces: readonly T[]): readonly T[] {
  const order = Object.keys(NAMES)
  const rank = (adapter: string) => (order.includes(adapter) ? order.indexOf(adapter) : order.length)
  return interfaces.filter(({ adapter }) => !HIDDEN.has(adapter)).toSorted((a, b) => rank(a.adapter) - rank(b.adapter))
}
