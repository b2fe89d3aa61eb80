import { type Balance, type Balances, GatewayError } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'

/** Creates the `Balances` service. */
export function createBalances(sql: Sql): Balances {
  return {
    async of({ clientId }) {
      const [balance] = await serviceAnswer(sql<Balance[]>`
        select client_credit.credit, client.price_per_part as price
        from client left join client_credit using (client_id)
        where client.client_id = ${clientId}::bigint and client.enabled`)
      if (balance === undefined) throw new GatewayError('forbidden', 'client-disabled', 'This client is disabled')
      return balance
    },
  }
}
