import { ALERT_KINDS, type AlertKind, type AlertSettings, GatewayError } from '@heliograph/contracts'

/** The number of alerts that a client may have. */
export const MAX_ALERTS = 50

const MAX_EMAIL = 254
const MAX_URL = 2_000
const MAX_LIMIT = 1_000_000_000
const EMAIL = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/

interface AlertRule {
  /** On which side of the limit it is bad. */
  readonly bad: 'below' | 'above'
  /** What the value has to reach again for the alert to end, so that it does not begin again at once. */
  readonly wellAt: (limit: number) => number
  readonly isShare?: boolean
}

const RULES: Readonly<Record<AlertKind, AlertRule>> = {
  'credit-amount': { bad: 'below', wellAt: (limit) => limit + limit / 10 },
  'credit-days': { bad: 'below', wellAt: (limit) => limit + limit / 10 },
  'delivery-rate': { bad: 'below', wellAt: (limit) => Math.min(1, limit + 0.02), isShare: true },
  'opt-out-rate': { bad: 'above', wellAt: (limit) => limit * 0.8, isShare: true },
  'webhooks-failing': { bad: 'above', wellAt: (limit) => limit * 0.5, isShare: true },
  // A link is up or it is down.
  'link-down': { bad: 'above', wellAt: () => 0 },
}

/**
 * What becomes of an alert when a value is found; undefined: it stays as it is. Between the limit and where all is well
 * again nothing changes.
 */
export function decideAlert(
  { kind, limit }: Pick<AlertSettings, 'kind' | 'limit'>,
  isRaised: boolean,
  value: number,
): 'begin' | 'end' | undefined {
  const { bad, wellAt } = RULES[kind]
  if (isRaised) {
    const isWell = bad === 'below' ? value >= wellAt(limit) : value <= wellAt(limit)
    return isWell ? 'end' : undefined
  }
  const isBad = bad === 'below' ? value < limit : value > limit
  return isBad ? 'begin' : undefined
}

/** Settings that can be stored. Throws `invalid`/`bad-alert`. */
export function readAlert(given: AlertSettings): AlertSettings {
  const { email, kind, limit, url } = given
  const details: Record<string, string> = {}
  if (!ALERT_KINDS.includes(kind)) details.kind = `must be one of ${ALERT_KINDS.join(', ')}`
  const most = RULES[kind]?.isShare ? 1 : MAX_LIMIT
  if (!(limit > 0 && limit <= most)) details.limit = `must be more than 0 and at most ${most}`
  if (email !== null && !(EMAIL.test(email) && email.length <= MAX_EMAIL)) details.email = 'must be one address'
  if (url !== null && !isWebAddress(url))
    details.url = `must be a URL of http or https of at most ${MAX_URL} characters`
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'bad-alert', 'The alert cannot be saved', { details })
  return given
}

function isWebAddress(text: string): boolean {
  if (text.length > MAX_URL || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

export function tooManyAlerts(): GatewayError {
  return new GatewayError('conflict', 'too-many-alerts', `There are ${MAX_ALERTS} alerts already`)
}

export function alertNotFound(): GatewayError {
  return new GatewayError('not-found', 'alert-not-found', 'There is no such alert')
}
