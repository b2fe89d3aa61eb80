import { InvalidArgumentError } from 'commander'

/** Parses an option that is the number of a record or a count. */
export function parseInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Parses an option that is a day or a moment in ISO 8601; without a zone it is UTC. */
export function parseMoment(text: string): Date {
  const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? []
  const [moment, midnight] = [new Date(`${day}T${time}${zone}`), new Date(`${day}T00:00Z`)]
  const isRead = !Number.isNaN(moment.getTime()) && !Number.isNaN(midnight.getTime())
  // `Date` reads 30 February as a day in March.
  if (!isRead || !midnight.toISOString().startsWith(day))
    throw new InvalidArgumentError('It must be a day or a time, for example 2026-01-31 or 2026-01-31T08:15.')
  return moment
}

/** Parses a number of hours, which need not be whole. */
export function parseHours(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a number of hours.')
  return Number(text)
}
