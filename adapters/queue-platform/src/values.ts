import type { JsonObject } from '@heliograph/wire'
import type { DateFormat } from './dates.ts'
import { shortTextOf, textOf } from './event.ts'
import type { Values } from './template.ts'

/** Visitors choose their names, so a name must not be long enough for a message of its own. */
const MAX_NAME = 60
const MAX_FIELD = 40

const DATES = ['date', 'bookingTime', 'bookingDate', 'appointmentTime', 'startTime', 'time']
const REFERENCES = ['reference', 'bookingReference', 'publicId', 'ticket', 'id']

/** Returns the values that the texts are filled in with. */
export function valuesOf(data: JsonObject, client: string, formatDate: DateFormat): Values {
  return {
    name: nameOf(data),
    client,
    ticket: shortTextOf(data.ticket, MAX_FIELD),
    position: wholeOf(data.position, 1),
    minutes: wholeOf(data.estWaitDuration, 60),
    date: formatDate(firstOf(data, DATES)),
    reference: shortTextOf(firstOf(data, REFERENCES), MAX_FIELD),
  }
}

function nameOf(data: JsonObject): string {
  const name = shortTextOf(data.name, MAX_NAME)
  const parts = [data.firstName, data.lastName].map((part) => shortTextOf(part, MAX_NAME)).filter((part) => part !== '')
  return (name || parts.join(' ') || 'Valued Customer').slice(0, MAX_NAME).trim()
}

function firstOf(data: JsonObject, names: readonly string[]): unknown {
  const name = names.find((each) => textOf(data[each]) !== '')
  return name === undefined ? undefined : data[name]
}

/** Returns the number of units in a count, rounded up; empty for none. */
function wholeOf(value: unknown, unit: number): string {
  const count = Math.ceil(Number(textOf(value)) / unit)
  return count > 0 && Number.isSafeInteger(count) ? String(count) : ''
}
