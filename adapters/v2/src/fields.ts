import { MAX_PARTS, METADATA_RULE, measureSent, metadataText, tellParts } from '@heliograph/messaging'
import { type FieldReader, isJsonObject, isTooFarAhead, type JsonObject, MAX_SCHEDULE_DAYS } from '@heliograph/wire'
import { MAX_ID_LENGTH } from './limits.ts'

/**
 * Below this length no text can need more than `MAX_PARTS` parts, whatever its characters: a UCS-2 part holds at least
 * 66 units.
 */
const SURELY_SHORT = MAX_PARTS * 66

/** Reads the required text of a message: not empty, and with no more parts than a message may have. */
export function readMessageText(fields: FieldReader, name: string): string | undefined {
  const text = fields.requiredText(name)
  if (text === undefined || text.length <= SURELY_SHORT) return text
  const { parts } = measureSent(text)
  if (parts <= MAX_PARTS) return text
  return fields.problem(name, `needs ${tellParts(text, parts)} SMS parts, at most ${MAX_PARTS} are allowed`)
}

/** Reads an id that the client chose. */
export function readId(fields: FieldReader, name: string): string | undefined {
  return fields.text(name, 1, MAX_ID_LENGTH)
}

/** Reads what the client wants to have back with a message. */
export function readMetadata(fields: FieldReader, name: string): JsonObject | undefined {
  const value = fields.value(name)
  if (value === undefined || value === null) return undefined
  return isJsonObject(value) && metadataText(value) !== undefined ? value : fields.problem(name, METADATA_RULE)
}

/** Reads a time up to `MAX_SCHEDULE_DAYS` after `now`. */
export function readSendTime(fields: FieldReader, name: string, now: number): Date | undefined {
  const time = fields.time(name)
  if (time === undefined) return undefined
  if (isTooFarAhead(time, now)) return fields.problem(name, `must not be more than ${MAX_SCHEDULE_DAYS} days ahead`)
  return new Date(time)
}

export function readRequiredSendTime(fields: FieldReader, name: string, now: number): Date | undefined {
  if (fields.value(name) == null) return fields.problem(name, 'is required')
  return readSendTime(fields, name, now)
}
