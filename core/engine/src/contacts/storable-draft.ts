import type { ContactDraft } from '@heliograph/contracts'
import { storableText } from '../database/storable-text.ts'

/** A draft with texts as Postgres keeps them. */
export function storableDraft({ mobile, name, email, fields, groups, status }: ContactDraft): ContactDraft {
  return {
    mobile,
    status,
    name: name === undefined ? undefined : storableText(name),
    email: email === undefined ? undefined : storableText(email),
    fields: fields && Object.fromEntries(Object.entries(fields).map((entry) => entry.map(storableText))),
    groups: groups?.map(storableText),
  }
}
