import { type NoteAct, requireAdminRole } from '@heliograph/access'
import { type Erasures, GatewayError } from '@heliograph/contracts'
import { describeErased, isFinal, readContactNumber } from '@heliograph/messaging'
import type { EngineParts } from './memory-services.ts'
import type { createPhonebook } from './phonebook.ts'

/** The double has no uploads to look through, and no archive. */
export function createErasures(
  { accounts, contacts, inbox, messages }: EngineParts,
  phonebook: Pick<ReturnType<typeof createPhonebook>, 'forget'>,
  note: NoteAct,
): Erasures {
  return {
    async erase(principal, given) {
      requireAdminRole(principal)
      const { clientId } = principal
      const mobile = readContactNumber(given, principal.country)
      const sent = messages.all().filter((message) => message.clientId === clientId && message.to === mobile)
      const open = sent.filter(({ state }) => !isFinal(state)).length
      if (open > 0)
        throw new GatewayError('conflict', 'contact-busy', `${open} messages to this number are on their way.`)
      for (const { smsId } of sent) messages.remove(smsId)
      const incoming = inbox.remove(
        ({ message: { from, to } }) => accounts.channelByNumber(to)?.clientId === clientId && from === mobile,
      )
      phonebook.forget(clientId, mobile)
      const isOptedOut = contacts.erase(clientId, mobile)
      const erased = { messages: sent.length, incoming, uploadRows: 0 }
      await note(principal, { action: 'contact-erased', subject: describeErased(erased) })
      return { ...erased, isOptedOut, archives: [] }
    },
  }
}
