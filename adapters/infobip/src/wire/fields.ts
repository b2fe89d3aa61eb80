import { type FieldReader, isTooFarAhead, MAX_SCHEDULE_DAYS, MAX_URL_LENGTH } from '@heliograph/wire'
import { MAX_CALLBACK_DATA_LENGTH } from '../limits.ts'
import type { NotServedField } from '../not-served.ts'
import type { ReadContext } from './message.ts'

/** The media types that reports can be sent in. */
const CONTENT_TYPES = ['application/json', 'application/xml'] as const

/** Reads a time up to `MAX_SCHEDULE_DAYS` ahead. */
export function readSendTime(fields: FieldReader, nowMs: number): Date | undefined {
  const time = fields.time('sendAt')
  if (time === undefined) return undefined
  if (isTooFarAhead(time, nowMs))
    return fields.problem('sendAt', `must not be more than ${MAX_SCHEDULE_DAYS} days ahead`)
  return new Date(time)
}

export function readCallbackData(fields: FieldReader): string | undefined {
  return fields.text('callbackData', 0, MAX_CALLBACK_DATA_LENGTH)
}

export function readUrl(fields: FieldReader, name: string): string | undefined {
  return fields.value(name) === '' ? undefined : fields.webUrl(name, MAX_URL_LENGTH)
}

export function readContentType(fields: FieldReader, name: string): (typeof CONTENT_TYPES)[number] | undefined {
  return fields.value(name) === '' ? undefined : fields.choice(name, CONTENT_TYPES)
}

/** Names fields that have no effect, where one of them is given. */
export function noteNotServed(
  fields: FieldReader | undefined,
  names: Readonly<Record<string, NotServedField>>,
  { notServed }: ReadContext,
): void {
  for (const name in names) {
    if (fields?.value(name) != null) notServed(names[name] as NotServedField)
  }
}
