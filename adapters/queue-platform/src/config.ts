import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'
import { PLACEHOLDERS } from './template.ts'

const TEMPLATE = `^(?:[^{}]|\\{(?:${PLACEHOLDERS.join('|')})\\})+$`

function template(when: string, text: string) {
  return Type.String({ default: text, maxLength: 1000, pattern: TEMPLATE, description: when })
}

const TICKET = '[ Ticket: {ticket}.]'
const PLACE = '[ Position: {position}.][ Estimated wait: {minutes} min.]'

/** Configuration of an instance of the receiver. */
export const configSchema = Type.Object(
  {
    requestsPerMinute,
    timeZone: Type.String({
      default: 'UTC',
      maxLength: 60,
      description: 'IANA zone in which dates are shown that come as a count of seconds, `Africa/Johannesburg` for one.',
    }),
    cancelledTag: Type.Boolean({
      default: true,
      description: 'Whether a visit that ends with the tag CANCELLED gets the text of a cancellation.',
    }),
    texts: Type.Object(
      {
        confirmation: template(
          'A visit joined the queue.',
          `Hi {name}, you are in the queue of {client}.${TICKET}${PLACE}`,
        ),
        booking: template(
          'A visit was booked.',
          'Hi {name}, your appointment with {client} is confirmed[ for {date}].[ Reference: {reference}.]',
        ),
        turn: template('A visit is being served.', `Hi {name}, it is your turn at {client}.${TICKET}`),
        complete: template('A visit is over.', 'Hi {name}, thank you for visiting {client}.'),
        waiting: template(
          'A visit went back to waiting.',
          `Hi {name}, you are back in the queue of {client}.${TICKET}${PLACE}`,
        ),
        cancellation: template(
          'A visit was removed, or ended with the tag CANCELLED.',
          `Hi {name}, your visit to {client} is cancelled.${TICKET} Please contact us to choose another time.`,
        ),
      },
      {
        additionalProperties: false,
        default: {},
        description:
          'The texts. What stands in square brackets is left out when a value in it is missing. Values: `{name}`, `{client}`, `{ticket}`, `{position}`, `{minutes}`, `{date}`, `{reference}`.',
      },
    ),
  },
  { additionalProperties: false },
)

export type QueuePlatformConfig = Static<typeof configSchema>
