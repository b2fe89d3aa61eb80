import { FieldReader, isJsonObject, isStorable, type Problems } from '@heliograph/wire'
import {
  MAX_CALLBACK_DATA_LENGTH,
  MAX_DESTINATIONS,
  MAX_MESSAGE_ID_LENGTH,
  MAX_SCHEDULE_DAYS,
  MAX_TO_LENGTH,
  MAX_URL_LENGTH,
} from '../limits.ts'
import type { NotServedField } from '../not-served.ts'
import type { ReadContext, WireDestination, WireMessage } from './message.ts'

const DAY_MS = 86_400_000

/** The media types that reports can be sent in. */
const CONTENT_TYPES = ['application/json', 'application/xml'] as const

const OF_DESTINATION = { networkId: 'networkId' } as const

/** Reads the messages of a request, at most `MAX_DESTINATIONS` destinations in all. */
export function readMessages(
  fields: FieldReader,
  problems: Problems,
  context: ReadContext,
  read: (message: FieldReader, destinations: readonly WireDestination[]) => WireMessage,
): readonly WireMessage[] {
  const messages: WireMessage[] = []
  let destinationsLeft = MAX_DESTINATIONS
  for (const [index, item] of fields.items('messages', MAX_DESTINATIONS).entries()) {
    const path = `messages[${index}]`
    if (!isJsonObject(item)) {
      problems.add(path, 'must be an object')
      continue
    }
    const message = new FieldReader(item, `${path}.`, problems)
    const destinations = readDestinations(message, `${path}.destinations`, problems, context)
    destinationsLeft -= destinations.length
    if (destinationsLeft < 0) {
      problems.add('messages', `must not have more than ${MAX_DESTINATIONS} destinations in all`)
      break
    }
    messages.push(read(message, destinations))
  }
  return messages
}

function readDestinations(
  message: FieldReader,
  path: string,
  problems: Problems,
  context: ReadContext,
): readonly WireDestination[] {
  const destinations: WireDestination[] = []
  const items = message.items('destinations', MAX_DESTINATIONS)
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    const place = `${path}[${index}]`
    if (!isJsonObject(item)) {
      problems.add(place, 'must be an object')
      continue
    }
    const fields = new FieldReader(item, `${place}.`, problems)
    noteNotServed(fields, OF_DESTINATION, context)
    if (item.to == null) fields.problem('to', 'is required')
    const to = fields.text('to', 1, MAX_TO_LENGTH) ?? ''
    destinations.push({ to, messageId: fields.text('messageId', 1, MAX_MESSAGE_ID_LENGTH) })
  }
  return destinations
}

/**
 * Reads a sender. One that no channel can have means the default channel, like any other unknown one. Numbers of
 * channels are stored as digits.
 */
export function senderOf(from: string | undefined): string | undefined {
  if (from === undefined || from === '' || !isStorable(from)) return undefined
  return /^\+\d+$/.test(from) ? from.slice(1) : from
}

/** Reads a time up to `MAX_SCHEDULE_DAYS` ahead. */
export function readSendTime(fields: FieldReader, nowMs: number): Date | undefined {
  const time = fields.time('sendAt')
  if (time === undefined) return undefined
  if (isTooFarAhead(time, nowMs))
    return fields.problem('sendAt', `must not be more than ${MAX_SCHEDULE_DAYS} days ahead`)
  return new Date(time)
}

/** Whether a time is further ahead than messages may be scheduled. */
export function isTooFarAhead(timeMs: number, nowMs: number): boolean {
  return timeMs > nowMs + MAX_SCHEDULE_DAYS * DAY_MS
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
    const value = fields?.value(name)
    if (value != null && value !== 'NONE') notServed(names[name] as NotServedField)
  }
}
