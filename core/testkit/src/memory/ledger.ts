import type { CreditChange, LedgerFilter, LedgerPage } from '@heliograph/contracts'
import type { CreditEntry } from './accounts.ts'
import { formatAmount } from './money.ts'

/**
 * Days on which a balance changed, newest first. `entries`: those of one client, oldest first; `credit`: its current
 * balance.
 */
export function pageOfLedger(
  credit: bigint | null,
  entries: readonly CreditEntry[],
  { before = '9999-12-31', limit }: LedgerFilter,
): LedgerPage {
  const days = [...new Set(entries.map(dayOf))].sort().reverse()
  const fitting = days.filter((day) => day < before)
  const shown = fitting.slice(0, limit)
  const records = shown.map((day) => {
    const own = entries.filter((entry) => dayOf(entry) === day)
    const later = entries.filter((entry) => dayOf(entry) > day)
    return {
      day,
      balance: formatAmount((credit ?? 0n) - sum(later)),
      charged: formatAmount(-sum(own.filter(({ reason }) => reason === 'send'))),
      refunded: formatAmount(sum(own.filter(({ reason }) => reason === 'refund'))),
      changes: own.flatMap(changesOf).reverse(),
    }
  })
  return { records, next: fitting.length > limit ? shown.at(-1) : undefined }
}

function dayOf({ at }: CreditEntry): string {
  return at.toISOString().slice(0, 10)
}

function sum(entries: readonly CreditEntry[]): bigint {
  return entries.reduce((total, { amount }) => total + amount, 0n)
}

function changesOf({ at, amount, reason, by, note }: CreditEntry): readonly CreditChange[] {
  if (reason === 'send' || reason === 'refund') return []
  return [{ at, amount: formatAmount(amount), reason, by, note }]
}
