import type { Schemas } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { useMe } from '../session/session.ts'
import { alertTexts } from '../texts/alerts.ts'
import { type AlertKind, formatUnit } from './alert-unit.ts'

/** What an alert says, and what was found, in words. */
export function useAlertWords() {
  const texts = useTexts(alertTexts)
  const formatters = useFormatters()
  const { currency } = useMe()
  const unit = (kind: AlertKind, value: number) => formatUnit(formatters, kind, value, currency)
  return {
    what: ({ kind, limit }: Pick<Schemas['Alert'], 'kind' | 'limit'>) =>
      texts.whats[kind]({ limit: unit(kind, limit) }),
    found: (kind: AlertKind, value: number) => texts.found[kind]({ value: unit(kind, value) }),
  }
}
