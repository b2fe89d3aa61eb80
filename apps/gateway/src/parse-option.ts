import { InvalidArgumentError } from 'commander'

/** Parses an option that names a record or counts something. */
export function parseInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Parses a number of hours, which need not be whole. */
export function parseHours(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a number of hours.')
  return Number(text)
}
