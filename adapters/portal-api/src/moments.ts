import { GatewayError } from '@heliograph/contracts'
import { parseTimestamp } from '@heliograph/wire'

/**
 * The time in a field. Throws `invalid`/`invalid-request` for one that does not exist, such as a leap second, which the
 * format of the schema allows.
 */
export function momentOf<T extends string | undefined>(field: string, text: T): T extends string ? Date : undefined
export function momentOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = parseTimestamp(text)
  if (moment !== undefined) return new Date(moment)
  const details = { [field]: 'must be a moment that exists' }
  throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details })
}
