import { MESSAGE_STATES, PRIORITIES, type PriorityName, ROLES } from '@heliograph/contracts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@heliograph/messaging'
import { type TSchema, Type } from 'typebox'

/** Schemas that several endpoints share. Those with a title become components of the OpenAPI document. */

export const roleSchema = Type.Enum([...ROLES], { title: 'Role' })

export const stateSchema = Type.Enum([...MESSAGE_STATES], { title: 'MessageState' })

export const prioritySchema = Type.Enum(Object.keys(PRIORITIES) as PriorityName[], { title: 'Priority' })

export const moneySchema = Type.Object(
  {
    amount: Type.String({ description: 'Decimal amount.' }),
    currency: Type.String({ description: 'ISO 4217 currency code.' }),
  },
  { title: 'Money' },
)

/** A moment as text: ISO 8601 in UTC. */
export const timeSchema = (description: string) => Type.String({ format: 'date-time', description })

/** A value that may be null. */
export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A new password. */
export const newPasswordSchema = Type.String({
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
  description: 'At least 10 characters. Long passwords are better than complicated ones.',
})

/** Requested before actions for which an unlocked computer must not be enough. */
export const presentPasswordSchema = (which = 'The current password.') =>
  Type.Optional(
    Type.String({
      maxLength: LONGEST_PASSWORD,
      description: `${which} Not required for 15 minutes after a login with a one-time link.`,
    }),
  )

/** The language of a mail. */
export const languageSchema = Type.Optional(
  Type.String({
    maxLength: 35,
    description: 'BCP 47 language. Falls back to English if there is no translation.',
    examples: ['fr'],
  }),
)
