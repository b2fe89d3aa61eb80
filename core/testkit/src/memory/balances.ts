import type { Balances } from '@heliograph/contracts'
import type { Accounts } from './accounts.ts'
import { formatAmount } from './money.ts'

/** Creates the `Balances` service. */
export function createBalances(accounts: Pick<Accounts, 'credit' | 'price'>): Balances {
  return {
    of: async ({ clientId }) => ({ credit: accounts.credit(clientId), price: formatAmount(accounts.price(clientId)) }),
  }
}
