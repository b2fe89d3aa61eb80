import { ALERT_KINDS, type Alert, type AlertEvent } from '@heliograph/contracts'
import { Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const alertKindSchema = Type.Enum([...ALERT_KINDS], {
  title: 'AlertKind',
  description:
    'What is watched. The limit of `credit-amount` is an amount, of `credit-days` days, of `link-down` minutes, of the others a share from 0 to 1.',
})

const settings = {
  limit: Type.Number({ description: 'More than 0, in the unit of the kind.' }),
  email: nullable(Type.String(), 'Where mail goes; null: nowhere.'),
  url: nullable(Type.String(), 'What is called with a POST; null: nothing.'),
  language: Type.String({ maxLength: 35, description: 'Of the mails: `en`, `fr` ...' }),
  isOn: Type.Boolean({ description: 'False: nothing is watched.' }),
}

export const alertDraftSchema = Type.Object(
  { kind: alertKindSchema, ...settings },
  { title: 'AlertDraft', additionalProperties: false },
)

export const alertChangeSchema = Type.Object(settings, { title: 'AlertChange', additionalProperties: false })

export const alertSchema = Type.Object(
  {
    alertId: Type.Integer(),
    kind: alertKindSchema,
    ...settings,
    raisedAt: nullable(timeSchema('When it began.'), 'Null: all is well.'),
    value: nullable(Type.Number(), 'What was found last, in the unit of the limit; null: nothing could be told yet.'),
  },
  { title: 'Alert' },
)

export const alertEventSchema = Type.Object(
  {
    eventId: Type.Integer(),
    alertId: Type.Integer({ description: 'The alert may be gone.' }),
    kind: alertKindSchema,
    limit: Type.Number(),
    value: Type.Number({ description: 'What was found when it began.' }),
    subject: nullable(Type.String(), 'The links that were down.'),
    beganAt: timeSchema('When it began.'),
    endedAt: nullable(timeSchema('When it ended.'), 'Null: it goes on, or the alert was switched off.'),
    problem: nullable(Type.String(), 'Why somebody could not be told; null: all were told.'),
  },
  { title: 'AlertEvent' },
)

export function formatAlert({ raisedAt, ...alert }: Alert) {
  return { ...alert, raisedAt: raisedAt?.toISOString() ?? null }
}

export function formatEvent({ beganAt, endedAt, ...event }: AlertEvent) {
  return { ...event, beganAt: beganAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
