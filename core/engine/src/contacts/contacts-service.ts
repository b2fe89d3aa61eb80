import type { Contacts } from '@heliograph/contracts'
import type { Searches } from '../history/searches.ts'

/** Creates the `Contacts` service. */
export function createContacts({ sql, run }: Searches): Contacts {
  return {
    count: ({ clientId }, { signal } = {}) =>
      run(clientId, signal, async ({ take, run }) => {
        const [row] = await take(() =>
          run(sql<{ contacts: number }[]>`
            select count(*)::integer as contacts from contact where client_id = ${clientId}::bigint`),
        )
        return (row as { contacts: number }).contacts
      }),
  }
}
