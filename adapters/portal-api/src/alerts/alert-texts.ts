import type { AlertKind, AlertNotice } from '@heliograph/contracts'

interface AlertTexts {
  /** What has happened, with the limit. */
  readonly began: Readonly<Record<AlertKind, (limit: string) => string>>
  readonly ended: (what: string) => string
  readonly value: (value: string) => string
  readonly links: (links: string) => string
  readonly at: (began: string, ended: string | undefined) => string
  /** Where alerts are set. */
  readonly settings: (url: string) => string
}

const TEXTS: Readonly<Record<string, AlertTexts>> = {
  en: {
    began: {
      'credit-amount': (limit) => `Credit is below ${limit}`,
      'credit-days': (limit) => `Credit lasts for fewer than ${limit} days`,
      'delivery-rate': (limit) => `Fewer than ${limit} of messages are delivered`,
      'opt-out-rate': (limit) => `More opt-outs than ${limit} of delivered messages`,
      'webhooks-failing': (limit) => `More than ${limit} of webhooks fail`,
      'link-down': (limit) => `A network link has been down for ${limit} minutes`,
    },
    ended: (what) => `Over: ${what}`,
    value: (value) => `Found: ${value}`,
    links: (links) => `Links: ${links}`,
    at: (began, ended) => (ended === undefined ? `Since ${began}` : `From ${began} to ${ended}`),
    settings: (url) => `Alerts are set at ${url}`,
  },
  fr: {
    began: {
      'credit-amount': (limit) => `Le crédit est inférieur à ${limit}`,
      'credit-days': (limit) => `Le crédit suffit pour moins de ${limit} jours`,
      'delivery-rate': (limit) => `Moins de ${limit} des messages sont distribués`,
      'opt-out-rate': (limit) => `Plus de désabonnements que ${limit} des messages distribués`,
      'webhooks-failing': (limit) => `Plus de ${limit} des webhooks échouent`,
      'link-down': (limit) => `Une liaison réseau est coupée depuis ${limit} minutes`,
    },
    ended: (what) => `Terminé\u00a0: ${what}`,
    value: (value) => `Constaté\u00a0: ${value}`,
    links: (links) => `Liaisons\u00a0: ${links}`,
    at: (began, ended) => (ended === undefined ? `Depuis le ${began}` : `Du ${began} au ${ended}`),
    settings: (url) => `Les alertes se règlent sur ${url}`,
  },
}

/** The subject and text of a mail about an alert, in its language, else in English. */
export function alertMailText(
  { currency, event, language, phase }: Pick<AlertNotice, 'currency' | 'event' | 'language' | 'phase'>,
  settingsUrl: string,
): { readonly subject: string; readonly text: string } {
  const own = language.split('-')[0] ?? ''
  const known = TEXTS[own] === undefined ? 'en' : own
  const texts = TEXTS[known] as AlertTexts
  const { beganAt, endedAt, kind, limit, subject: links, value } = event
  const unit = (amount: number) => formatUnit(known, kind, amount, currency)
  const time = (at: Date) => new Intl.DateTimeFormat(known, { ...TIME, timeZone: 'UTC' }).format(at)
  const what = texts.began[kind](unit(limit))
  const lines = [
    what,
    texts.value(unit(value)),
    ...(links === null ? [] : [texts.links(links)]),
    texts.at(time(beganAt), endedAt === null ? undefined : time(endedAt)),
    '',
    texts.settings(settingsUrl),
  ]
  return { subject: phase === 'begin' ? what : texts.ended(what), text: `${lines.join('\n')}\n` }
}

const TIME = { dateStyle: 'medium', timeStyle: 'long' } as const

const SHARES: ReadonlySet<AlertKind> = new Set(['delivery-rate', 'opt-out-rate', 'webhooks-failing'])

function formatUnit(language: string, kind: AlertKind, amount: number, currency: string): string {
  const style: Intl.NumberFormatOptions =
    kind === 'credit-amount' ? { style: 'currency', currency } : SHARES.has(kind) ? { style: 'percent' } : {}
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits: kind === 'credit-amount' ? 2 : 1 }).format(
    amount,
  )
}
