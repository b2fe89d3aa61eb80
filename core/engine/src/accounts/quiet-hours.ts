import { type NoteAct, requireAdminRole } from '@heliograph/access'
import type { QuietHours, QuietHoursSettings } from '@heliograph/contracts'
import { describeQuietHours, readQuietHours } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'

/** Creates the `QuietHoursSettings` service. */
export function createQuietHours(sql: Sql, note: NoteAct): QuietHoursSettings {
  return {
    async of({ clientId }) {
      const [row] = await serviceAnswer(sql<{ quiet_hours: QuietHours | null }[]>`
        select quiet_hours from client where client_id = ${clientId}::bigint`)
      return row?.quiet_hours ?? null
    },
    async set(principal, given) {
      requireAdminRole(principal)
      const quietHours = given && readQuietHours(given)
      const text = quietHours && JSON.stringify(quietHours)
      await serviceAnswer(sql`
        update client set quiet_hours = ${text}::text::jsonb where client_id = ${principal.clientId}::bigint`)
      await note(principal, { action: 'quiet-hours-set', subject: describeQuietHours(quietHours) })
    },
  }
}
