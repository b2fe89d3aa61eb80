import type { Schemas } from '../api/client.ts'
import type { Formatters } from '../language/formatters.ts'

export type AlertKind = Schemas['AlertKind']

/** What the limit of each kind is; a share is typed and shown in percent. */
export const UNITS: Readonly<Record<AlertKind, 'amount' | 'days' | 'minutes' | 'share'>> = {
  'credit-amount': 'amount',
  'credit-days': 'days',
  'delivery-rate': 'share',
  'opt-out-rate': 'share',
  'webhooks-failing': 'share',
  'link-down': 'minutes',
}

/** A limit or value as people read it, without the words around it. */
export function formatUnit(
  { money, number, percent }: Formatters,
  kind: AlertKind,
  value: number,
  currency: string,
): string {
  const unit = UNITS[kind]
  if (unit === 'share') return percent(value)
  return unit === 'amount' ? money(String(value), currency) : number(Math.round(value * 10) / 10)
}
