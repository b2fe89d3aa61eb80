import { ALERT_KINDS, type Alert, type AlertEvent } from '@heliograph/contracts'
import { Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

const alertKindSchema = Type.Enum([...ALERT_KINDS], {
  title: 'AlertKind',
  description:
    'What to watch. The unit of `limit` depends on it: an amount for `credit-amount`, days for `credit-days`, minutes for `link-down`, otherwise a share from 0 to 1.',
})

const settings = {
  limit: Type.Number({ description: 'Threshold in the unit of the kind; must be more than 0.' }),
  email: nullable(Type.String(), 'E-mail address to notify. Null for none.'),
  url: nullable(Type.String(), 'URL to notify with a POST request. Null for none.'),
  language: Type.String({ maxLength: 35, description: 'Language of the mails: `en`, `fr`, ...' }),
  isOn: Type.Boolean({ description: 'Whether the alert is on.' }),
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
    raisedAt: nullable(timeSchema('When the alert fired.'), 'Null if it is not firing.'),
    value: nullable(Type.Number(), 'Most recent value, in the unit of `limit`. Null if there is none yet.'),
  },
  { title: 'Alert' },
)

export const alertEventSchema = Type.Object(
  {
    eventId: Type.Integer(),
    alertId: Type.Integer({ description: 'Id of the alert, which may have been deleted since.' }),
    kind: alertKindSchema,
    limit: Type.Number(),
    value: Type.Number({ description: 'Value when the alert fired.' }),
    subject: nullable(Type.String(), 'Links that were down.'),
    beganAt: timeSchema('When the alert fired.'),
    endedAt: nullable(timeSchema('When it was resolved.'), 'Null while the alert is firing, or if it was turned off.'),
    problem: nullable(Type.String(), 'Why a notification failed. Null if all were delivered.'),
  },
  { title: 'AlertEvent' },
)

export function formatAlert({ raisedAt, ...alert }: Alert) {
  return { ...alert, raisedAt: raisedAt?.toISOString() ?? null }
}

export function formatEvent({ beganAt, endedAt, ...event }: AlertEvent) {
  return { ...event, beganAt: beganAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
