import { type NoteAct, requireAdminRole } from '@heliograph/access'
import type { QuietHoursSettings } from '@heliograph/contracts'
import { describeQuietHours, readQuietHours } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'

/** The contract of `QuietHoursSettings` in memory. */
export function createQuietHours({ records }: Pick<Accounts, 'records'>, note: NoteAct): QuietHoursSettings {
  return {
    of: async ({ clientId }) => records.clients.get(clientId)?.quietHours ?? null,
    async set(principal, given) {
      requireAdminRole(principal)
      const quietHours = given && readQuietHours(given)
      const client = records.clients.get(principal.clientId)
      if (client !== undefined) client.quietHours = quietHours
      await note(principal, { action: 'quiet-hours-set', subject: describeQuietHours(quietHours) })
    },
  }
}
