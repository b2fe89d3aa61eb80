import type { EngineSettings } from '../../settings.ts'

/** For how many days requests are kept: no longer than texts, which are in them. */
export function requestDays({ requestDays: days, textDays }: EngineSettings['retention']): number {
  return Math.min(days, textDays ?? days)
}
