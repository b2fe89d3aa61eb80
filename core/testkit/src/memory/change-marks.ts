import type { ChangeMarks } from '@heliograph/contracts'
import type { EngineParts } from './memory-services.ts'

/** The contract of `ChangeMarks` in memory: `changes` counts those of colleagues. */
export function createChangeMarks({ inbox, messages }: EngineParts, changes: () => number): ChangeMarks {
  return {
    async of(principal, subject, { everyClient = false } = {}) {
      if (subject === 'conversations') return `${inbox.incoming.length} ${changes()}`
      const isEvery = everyClient && principal.role === 'operator'
      const seen = messages.all().filter(({ clientId }) => isEvery || clientId === principal.clientId)
      return seen.map(({ smsId, state }) => `${smsId} ${state}`).join()
    },
  }
}
