import type { DeliveryWindow, Weekday } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'

/** The hours in which messages may go. */
export const deliveryWindowSchema = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      description: 'The days on which they begin: 1 is Monday, 7 is Sunday.',
    }),
    from: Type.String({ maxLength: 5, description: '`09:00`.' }),
    to: Type.String({ maxLength: 5, description: '`17:00`; not later than `from`: on the next day.' }),
    zone: Type.String({ maxLength: 64, description: 'Time zone: `Africa/Johannesburg`.' }),
  },
  {
    title: 'DeliveryWindow',
    additionalProperties: false,
    description: 'Hours in which messages may be handed to a network: what cannot go yet waits for the next of them.',
  },
)

type Reported = Static<typeof deliveryWindowSchema>

export function readDeliveryWindow(given: Reported | undefined): DeliveryWindow | undefined {
  return given && { ...given, days: given.days as Weekday[] }
}

export function formatDeliveryWindow(window: DeliveryWindow | null): Reported | null {
  return window && { ...window, days: [...window.days] }
}
