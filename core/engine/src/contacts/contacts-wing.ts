import { ContactGroups, Contacts, type ProvidedService, Subscriptions, TextTemplates } from '@heliograph/contracts'
import { asChanges } from '../database/changes.ts'
import type { OutboundNeeds } from '../outbound/outbound-wing.ts'
import { createContactGroups } from './contact-groups.ts'
import { createContacts } from './contacts-service.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createTextTemplates } from './text-templates.ts'

/** What clients keep about those they write to. */
export interface ContactsWing {
  readonly services: readonly ProvidedService[]
}

export function createContactsWing({ database, ownership, accounts, notify }: OutboundNeeds): ContactsWing {
  const { changes, searches } = database
  const { sql } = changes
  const tools = { ...notify.tools, sql, announceOptedOut: ownership.announceOptedOut, erased: accounts.erased }
  const subscriptions = createSubscriptions(tools)
  return {
    services: [
      {
        token: Contacts,
        service: asChanges(
          createContacts({ ...tools, searches, subscriptions }),
          changes,
          ...(['save', 'remove', 'setStatus', 'undo'] as const),
        ),
      },
      {
        token: ContactGroups,
        service: asChanges(
          createContactGroups(sql),
          changes,
          ...(['add', 'rename', 'remove', 'addContacts', 'removeContacts'] as const),
        ),
      },
      { token: Subscriptions, service: subscriptions },
      { token: TextTemplates, service: asChanges(createTextTemplates(sql), changes, 'add', 'change', 'remove') },
    ],
  }
}
