import type { ContactRecord, Subscription } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const contactParams = Type.Object({
  mobile: Type.String({ minLength: 1, maxLength: 40, description: 'The number, in local or international form.' }),
})

export const statusSchema = Type.Enum(['opted-in', 'opted-out'], { title: 'SubscriptionStatus' })

export const groupSchema = Type.Object({ groupId: Type.Integer(), name: Type.String() }, { title: 'Group' })

export const subscriptionSchema = Type.Object(
  {
    status: statusSchema,
    description: Type.String({ description: 'When and by what: `OPTED OUT - ... - Web request`.' }),
    changedAt: timeSchema('When it last changed; an undo names it.'),
  },
  { title: 'Subscription' },
)

const contactFields = {
  mobile: Type.String({ description: 'E.164 digits.' }),
  name: Type.String({ description: 'Empty: none.' }),
  email: Type.String({ description: 'Empty: none.' }),
  fields: Type.Record(Type.String(), Type.String(), { description: 'Whatever else is noted.' }),
  groups: Type.Array(groupSchema),
  subscription: nullable(subscriptionSchema, 'Null: it has never opted in or out, and receives messages.'),
  addedAt: timeSchema('When it came into the phonebook.'),
  changedAt: timeSchema('When name, e-mail or fields last changed.'),
}

export const contactSchema = Type.Object(contactFields, { title: 'Contact' })

export const contactDetailsSchema = Type.Object(
  {
    ...contactFields,
    optOutLink: Type.String({
      description: 'By which the contact opts out; empty where the client has a page of its own.',
    }),
    optInLink: Type.String({ description: 'By which it opts in again.' }),
  },
  { title: 'ContactDetails' },
)

export function formatContact({
  subscription,
  addedAt,
  changedAt,
  fields,
  groups,
  ...contact
}: ContactRecord): Static<typeof contactSchema> {
  return {
    ...contact,
    fields: { ...fields },
    groups: [...groups],
    subscription: subscription === undefined ? null : formatSubscription(subscription),
    addedAt: addedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}

export function formatSubscription({
  status,
  description,
  changedAt,
}: Subscription): Static<typeof subscriptionSchema> {
  return { status, description, changedAt: changedAt.toISOString() }
}
