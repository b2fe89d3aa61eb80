import { type NoteAct, requireAdminRole } from '@heliograph/access'
import type { Erasures } from '@heliograph/contracts'
import { describeErased, readContactNumber } from '@heliograph/messaging'
import type { Erasure } from './erasure.ts'

export interface ErasuresOptions {
  readonly erasure: Pick<Erasure, 'erase'>
  readonly note: NoteAct
}

/** Creates the `Erasures` service. */
export function createErasures({ erasure, note }: ErasuresOptions): Erasures {
  return {
    async erase(principal, given) {
      requireAdminRole(principal)
      const { clientId, country } = principal
      const { optedOutOf, ...erased } = await erasure.erase(clientId, readContactNumber(given, country))
      await note(principal, { action: 'contact-erased', subject: describeErased(erased) })
      return { ...erased, isOptedOut: optedOutOf.length > 0 }
    },
  }
}
