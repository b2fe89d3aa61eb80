import { type QuietHours, ROLES, type Weekday } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'

const hoursSchema = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      description: 'Weekdays on which quiet hours begin: 1 is Monday, 7 is Sunday.',
    }),
    from: Type.String({ maxLength: 5, description: 'Local time at which they begin: `21:00`.' }),
    to: Type.String({
      maxLength: 5,
      description: 'Local time at which they end: `08:00`. If not later than `from`, they end on the next day.',
    }),
    zone: Type.String({
      maxLength: 64,
      description: 'Time zone for recipients in countries with several: `Africa/Johannesburg`.',
    }),
    includesInterfaces: Type.Boolean({
      description: 'Whether quiet hours also apply to messages from other interfaces.',
    }),
  },
  { title: 'QuietHours', additionalProperties: false },
)

const settingSchema = Type.Object(
  { hours: nullable(hoursSchema, 'Null if messages may be sent at any time.') },
  { title: 'QuietHoursSetting', additionalProperties: false },
)

const get = defineEndpoint({
  method: 'GET',
  path: '/quiet-hours',
  id: 'getQuietHours',
  summary: 'Get quiet hours',
  roles: ROLES,
  answer: settingSchema,
  handle: async ({ services }, { principal }) => ({ hours: formatHours(await services.quietHours.of(principal)) }),
})

const set = defineEndpoint({
  method: 'PUT',
  path: '/quiet-hours',
  id: 'setQuietHours',
  summary: 'Set or remove quiet hours. Messages that are already scheduled keep their time',
  roles: ['operator', 'admin'],
  body: settingSchema,
  answer: settingSchema,
  async handle({ services }, { principal, body: { hours } }) {
    await services.quietHours.set(principal, hours && { ...hours, days: hours.days as Weekday[] })
    return { hours: formatHours(await services.quietHours.of(principal)) }
  },
})

function formatHours(hours: QuietHours | null): Static<typeof hoursSchema> | null {
  return hours && { ...hours, days: [...hours.days] }
}

/** Quiet hours of the client. */
export const quietHoursEndpoints = [get, set]
