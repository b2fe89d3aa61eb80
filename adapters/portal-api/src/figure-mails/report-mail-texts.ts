import type { Static } from 'typebox'
import type { wholeSchema } from '../endpoints/figures/figure-schemas.ts'

type WholeFigures = Static<typeof wholeSchema>

interface ReportTexts {
  readonly period: (first: string, last: string) => string
  readonly line: (label: string, value: string, former: string) => string
  readonly messages: string
  readonly parts: string
  readonly deliveryRate: string
  readonly cost: string
  readonly replies: string
  readonly optOuts: string
  readonly toHandset: string
  readonly none: string
  readonly portal: (url: string) => string
  readonly off: (url: string) => string
}

const TEXTS: Readonly<Record<string, ReportTexts>> = {
  en: {
    period: (first, last) => `${first} to ${last} (UTC)`,
    line: (label, value, former) => `${label}: ${value} (before: ${former})`,
    messages: 'Messages',
    parts: 'Parts',
    deliveryRate: 'Delivery rate',
    cost: 'Cost',
    replies: 'Replies',
    optOuts: 'Opt-outs',
    toHandset: 'Time to the handset, median',
    none: 'none',
    portal: (url) => `All figures are attached as CSV, and at ${url}`,
    off: (url) => `You get this on Mondays because you have it mailed. Switch that off at ${url}`,
  },
  fr: {
    period: (first, last) => `Du ${first} au ${last} (UTC)`,
    line: (label, value, former) => `${label}\u00a0: ${value} (avant\u00a0: ${former})`,
    messages: 'Messages',
    parts: 'Parties',
    deliveryRate: 'Taux de distribution',
    cost: 'Coût',
    replies: 'Réponses',
    optOuts: 'Désabonnements',
    toHandset: 'Temps médian jusqu’au téléphone',
    none: 'aucun',
    portal: (url) => `Tous les chiffres sont joints en CSV, et sur ${url}`,
    off: (url) => `Vous recevez ceci le lundi parce que vous l’avez demandé. Désactivez l’envoi sur ${url}`,
  },
}

const DAY_MS = 86_400_000

interface ReportMailFacts {
  readonly language: string
  readonly name: string
  readonly days: { readonly from: string; readonly until: string }
  readonly figures: WholeFigures
  readonly former: WholeFigures
  /** Null: of all clients. */
  readonly currency: string | null
  readonly portalUrl: string
}

/** Subject and text of the mail of a report, in its language, else in English. */
export function reportMailTexts({ language, name, days, figures, former, currency, portalUrl }: ReportMailFacts) {
  const own = language.split('-')[0] ?? ''
  const known = TEXTS[own] === undefined ? 'en' : own
  const texts = TEXTS[known] as ReportTexts
  const day = (time: number) =>
    new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time))
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(known, { maximumFractionDigits: 1, ...options }).format(value)
  const count = (value: number | null) => (value === null ? texts.none : number(value))
  const share = (value: number | null) => (value === null ? texts.none : number(value, { style: 'percent' }))
  const seconds = (value: number | null) =>
    value === null ? texts.none : number(value / 1_000, { style: 'unit', unit: 'second' })
  const money = (value: string | null) =>
    currency === null || value === null
      ? texts.none
      : number(Number(value), { style: 'currency', currency, maximumFractionDigits: 2 })
  const lines = [
    texts.line(texts.messages, count(figures.messages), count(former.messages)),
    texts.line(texts.parts, count(figures.parts), count(former.parts)),
    texts.line(texts.deliveryRate, share(figures.deliveryRate), share(former.deliveryRate)),
    ...(currency === null ? [] : [texts.line(texts.cost, money(figures.cost), money(former.cost))]),
    texts.line(texts.toHandset, seconds(figures.handsetP50Ms), seconds(former.handsetP50Ms)),
    texts.line(texts.replies, count(figures.replies), count(former.replies)),
    ...(figures.optOuts === null ? [] : [texts.line(texts.optOuts, count(figures.optOuts), count(former.optOuts))]),
  ]
  const url = `${portalUrl}/reports`
  const period = texts.period(day(Date.parse(days.from)), day(Date.parse(days.until) - DAY_MS))
  return {
    subject: `${name}: ${period}`,
    text: `${[name, period, '', ...lines, '', texts.portal(url), texts.off(url)].join('\n')}\n`,
  }
}
