import type { ContactRecord, Subscription } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const contactParams = Type.Object({
  mobile: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Number of the contact, in local or international format.',
  }),
})

export const statusSchema = Type.Enum(['opted-in', 'opted-out'], { title: 'SubscriptionStatus' })

export const groupSchema = Type.Object({ groupId: Type.Integer(), name: Type.String() }, { title: 'Group' })

export const subscriptionSchema = Type.Object(
  {
    status: statusSchema,
    description: Type.String({ description: 'When and how the status changed: `OPTED OUT - ... - Web request`.' }),
    changedAt: timeSchema('When the status last changed. Pass it back to undo the change.'),
  },
  { title: 'Subscription' },
)

const contactFields = {
  mobile: Type.String({ description: 'Number in E.164 digits.' }),
  name: Type.String({ description: 'Empty if not known.' }),
  email: Type.String({ description: 'Empty if not known.' }),
  fields: Type.Record(Type.String(), Type.String(), { description: 'Custom fields.' }),
  groups: Type.Array(groupSchema),
  subscription: nullable(
    subscriptionSchema,
    'Null if the contact has never opted in or out. Messages to it are allowed.',
  ),
  addedAt: timeSchema('When the contact was added.'),
  changedAt: timeSchema('When name, e-mail or fields last changed.'),
}

export const contactSchema = Type.Object(contactFields, { title: 'Contact' })

export const contactDetailsSchema = Type.Object(
  {
    ...contactFields,
    optOutLink: Type.String({
      description: 'Link with which the contact opts out. Empty if the client has its own page.',
    }),
    optInLink: Type.String({ description: 'Link with which the contact opts in again.' }),
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
