import type { EngineSettings } from '../../settings.ts'

/** Days of the shortest month. */
const SHORTEST = 28

/** For how many months the ledger is kept: at least as long as the last message of a range that it accounts for. */
export function ledgerMonths({ ledgerMonths: months, days, rangeDays }: EngineSettings['retention']): number {
  return Math.max(months, Math.ceil((days + rangeDays) / SHORTEST))
}
