import type { DeliveryWindow, SpeedLimit } from '@heliograph/contracts'
import {
  FieldReader,
  givenSender,
  isJsonObject,
  type JsonObject,
  MAX_DESTINATIONS,
  MAX_URL_LENGTH,
  Problems,
  readSpeedLimit,
} from '@heliograph/wire'
import { readDeliveryWindow } from './delivery-window.ts'
import { readId, readMessageText, readMetadata, readSendTime } from './fields.ts'

/** The media types a delivery receipt can be sent in. */
export const NOTIFY_CONTENT_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const

/** A checked destination of a request. */
export interface WireDestination {
  readonly to: string
  readonly messageId: string | undefined
}

/** A checked message of a request. */
export interface WireMessage {
  readonly from: string | undefined
  readonly destinations: readonly WireDestination[]
  readonly text: string
  readonly notifyUrl: string | undefined
  readonly notifyContentType: (typeof NOTIFY_CONTENT_TYPES)[number] | undefined
  readonly sendAt: Date | undefined
  readonly deliveryWindow: DeliveryWindow | undefined
  readonly flash: boolean | undefined
  readonly deliveryReport: boolean | undefined
  readonly sentReport: boolean | undefined
  readonly metadata: JsonObject | undefined
  readonly includeSmsCount: boolean
}

/** A checked request to send. */
export interface WireSend {
  readonly bulkId: string | undefined
  readonly speedLimit: SpeedLimit | undefined
  readonly messages: readonly WireMessage[]
  /** Returns the path of a recipient in the request, for example `messages[0].destinations[0].to`. */
  pathOf(message: number, destination: number): string
}

/** A checked request for a preview. */
export interface WirePreview {
  readonly text: string
  readonly languageCode: string | undefined
}

/** Reads the body of `POST /sms/2/messages`. Throws `invalid` with every problem it has. */
export function parseSendBody(body: JsonObject, now: number): WireSend {
  const problems = new Problems()
  const fields = new FieldReader(body, '', problems)
  const bulkId = readId(fields, 'bulkId')
  const speedLimit = readSpeedLimit(fields)
  const countAll = fields.flag('includeSmsCountInResponse') ?? false
  const messages: WireMessage[] = []
  let destinationsLeft = MAX_DESTINATIONS
  for (const [index, item] of fields.items('messages', MAX_DESTINATIONS).entries()) {
    if (!isJsonObject(item)) {
      problems.add(`messages[${index}]`, 'must be an object')
      continue
    }
    const message = new FieldReader(item, `messages[${index}].`, problems)
    const destinations = readDestinations(message, `messages[${index}].destinations`, problems)
    destinationsLeft -= destinations.length
    if (destinationsLeft < 0) {
      problems.add('messages', `must not have more than ${MAX_DESTINATIONS} destinations in all`)
      break
    }
    messages.push(readMessage(message, destinations, countAll, now))
  }
  problems.assertNone()
  return { bulkId, speedLimit, messages, pathOf: (message, index) => `messages[${message}].destinations[${index}].to` }
}

/**
 * Reads the body of `POST /sms/2/text/single`: one message whose recipients are given by `to`. Throws `invalid` with
 * every problem it has.
 */
export function parseSingleBody(body: JsonObject, now: number): WireSend {
  const problems = new Problems()
  const fields = new FieldReader(body, '', problems)
  const bulkId = readId(fields, 'bulkId')
  const speedLimit = readSpeedLimit(fields)
  const messageId = readId(fields, 'messageId')
  const destinations = readRecipients(body.to, messageId, fields, problems)
  if (messageId !== undefined && destinations.length > 1) {
    fields.problem('messageId', 'is only for a single recipient')
  }
  const message = readMessage(fields, destinations, false, now)
  problems.assertNone()
  const pathOf = (_: number, index: number) => (Array.isArray(body.to) ? `to[${index}]` : 'to')
  return { bulkId, speedLimit, messages: [message], pathOf }
}

/** Reads the body of `POST /sms/2/preview`. Throws `invalid` with every problem it has. */
export function parsePreviewBody(body: JsonObject): WirePreview {
  const problems = new Problems()
  const fields = new FieldReader(body, '', problems)
  const text = fields.requiredText('text') ?? ''
  const languageCode = fields.string('languageCode')
  problems.assertNone()
  return { text, languageCode }
}

/**
 * Reads a message except for its recipients. A field with a problem gets a value that is never used, because the
 * problem ends the request.
 */
function readMessage(
  fields: FieldReader,
  destinations: readonly WireDestination[],
  countAll: boolean,
  now: number,
): WireMessage {
  const options = fields.object('options')
  const flash = fields.flag('flash')
  return {
    from: givenSender(fields.string('from')),
    destinations,
    text: readMessageText(fields, 'text') ?? '',
    notifyUrl: fields.webUrl('notifyUrl', MAX_URL_LENGTH),
    notifyContentType: fields.choice('notifyContentType', NOTIFY_CONTENT_TYPES),
    sendAt: readSendTime(fields, 'sendAt', now),
    deliveryWindow: readDeliveryWindow(fields),
    flash: options?.flag('flash') ?? flash,
    deliveryReport: fields.flag('deliveryReport'),
    sentReport: fields.flag('sentReport'),
    metadata: readMetadata(fields, 'metadata'),
    includeSmsCount: fields.flag('includeSmsCountInResponse') ?? countAll,
  }
}

function readDestinations(message: FieldReader, path: string, problems: Problems): readonly WireDestination[] {
  const items = message.items('destinations', MAX_DESTINATIONS)
  const destinations: WireDestination[] = []
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    const place = `${path}[${index}]`
    if (!isJsonObject(item)) {
      problems.add(place, 'must be an object')
      continue
    }
    const fields = new FieldReader(item, `${place}.`, problems)
    const to = fields.requiredString('to') ?? ''
    destinations.push({ to, messageId: readId(fields, 'messageId') })
  }
  return destinations
}

/** `to` of a single text: a string, or several in an array. */
function readRecipients(
  to: unknown,
  messageId: string | undefined,
  fields: FieldReader,
  problems: Problems,
): readonly WireDestination[] {
  if (typeof to === 'string') return [{ to, messageId }]
  if (to !== undefined && to !== null && !Array.isArray(to)) {
    fields.problem('to', 'must be a string or an array of strings')
    return []
  }
  const recipients: WireDestination[] = []
  for (const [index, item] of fields.items('to', MAX_DESTINATIONS).entries()) {
    if (typeof item === 'string') recipients.push({ to: item, messageId })
    else problems.add(`to[${index}]`, 'must be a string')
  }
  return recipients
}
