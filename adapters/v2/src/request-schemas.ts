import { METADATA_OCTETS } from '@heliograph/contracts'
import { MAX_SPEED_PARTS } from '@heliograph/messaging'
import { MAX_DESTINATIONS, MAX_URL_LENGTH, SPEED_UNITS } from '@heliograph/wire'
import { type TProperties, type TSchemaOptions, Type } from 'typebox'
import { DAYS } from './delivery-window.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import { NOTIFY_CONTENT_TYPES } from './wire.ts'

/** A field that may be missing or null, which means the same. */
function optional(type: 'string' | 'boolean' | 'object', options: TSchemaOptions & Record<string, unknown>) {
  return Type.Optional(Type.Unsafe<unknown>({ type: [type, 'null'], ...options }))
}

const clientId = (description: string) => optional('string', { minLength: 1, maxLength: MAX_ID_LENGTH, description })

const timeOfDay = (description: string) =>
  Type.Object(
    { hour: Type.Integer({ minimum: 0, maximum: 23 }), minute: Type.Integer({ minimum: 0, maximum: 59 }) },
    { description },
  )

const bulkId = clientId('Identifier for the batch. Echoed in the response.')

const sendingSpeedLimit = optional('object', {
  properties: {
    amount: Type.Integer({ minimum: 1, maximum: MAX_SPEED_PARTS, description: 'SMS parts in that time.' }),
    timeUnit: optional('string', { enum: [...SPEED_UNITS, null], description: 'Default `MINUTE`.' }),
  },
  required: ['amount'],
  description:
    'Hands the messages of the bulk to networks no faster than this, spread evenly: 60 a minute are one a second. It holds for all requests of the bulk that name it; the last one named counts. The validity of a message begins with its turn.',
})

const countParts = optional('boolean', { description: 'Include the SMS part count in the response.' })

/** The fields of a message besides its recipients; the same in both send operations. */
const messageFields = {
  from: optional('string', {
    description: 'Sender ID: the address of a channel of the account. Anything else selects the default channel.',
  }),
  text: Type.String({
    minLength: 1,
    description: 'Message content. Split automatically when long, into at most 255 SMS parts.',
  }),
  notifyUrl: optional('string', {
    maxLength: MAX_URL_LENGTH,
    description: 'Webhook URL for delivery reports of this message: http or https, without credentials.',
  }),
  notifyContentType: optional('string', {
    enum: [...NOTIFY_CONTENT_TYPES, null],
    description: 'Format of the delivery reports.',
  }),
  sendAt: optional('string', {
    description:
      'ISO 8601 time, at most 180 days ahead; schedules the message. Seconds, milliseconds and zone are optional (no zone = UTC). A time in the past means now.',
  }),
  deliveryTimeWindow: optional('object', {
    properties: {
      days: Type.Array(Type.Enum([...DAYS]), {
        minItems: 1,
        maxItems: DAYS.length,
        description: 'Weekdays on which the window opens.',
      }),
      from: timeOfDay('Time at which the window opens.'),
      to: timeOfDay('Time at which the window closes. If not later than `from`, it closes on the next day.'),
      timeZone: optional('string', {
        description: 'IANA time zone, such as `Africa/Johannesburg`. Defaults to `UTC`.',
      }),
    },
    required: ['days', 'from', 'to'],
    description:
      'Hours in which the message may be submitted to a network. Outside of them it waits for the next window; it expires at once if its validity ends before that.',
  }),
  options: optional('object', {
    properties: { flash: optional('boolean', { description: 'Send as flash SMS.' }) },
    description: 'Additional options.',
  }),
  flash: optional('boolean', { description: 'Same as `options.flash`, which takes precedence.' }),
  includeSmsCountInResponse: countParts,
  deliveryReport: optional('boolean', {
    description: 'Set to false to send no delivery-receipt webhook for this message.',
  }),
  sentReport: optional('boolean', {
    description:
      'Set to true to call the delivery-receipt webhook also when a network accepts the message (`PENDING`, code 1).',
  }),
  metadata: optional('object', {
    description: `Your own JSON object of at most ${METADATA_OCTETS} bytes, returned in reports, logs and delivery receipts of the message. It is not sent to networks.`,
  }),
} satisfies TProperties

const destinationSchema = Type.Object(
  {
    to: Type.String({ description: 'E.164 number with or without a leading `+`.' }),
    messageId: clientId(
      'Custom message ID for tracking; generated if omitted. Repeating a message with the same ID returns the first result.',
    ),
  },
  { title: 'Destination' },
)

const messageSchema = Type.Object(
  {
    ...messageFields,
    destinations: Type.Array(destinationSchema, {
      minItems: 1,
      maxItems: MAX_DESTINATIONS,
      description: `Recipients; at most ${MAX_DESTINATIONS} in one request.`,
    }),
  },
  { title: 'Message' },
)

export const sendRequestSchema = Type.Object(
  {
    bulkId,
    sendingSpeedLimit,
    messages: Type.Array(messageSchema, { minItems: 1, maxItems: MAX_DESTINATIONS }),
    includeSmsCountInResponse: countParts,
  },
  { title: 'SendRequest' },
)

export const singleRequestSchema = Type.Object(
  {
    bulkId,
    sendingSpeedLimit,
    to: Type.Unsafe<string | string[]>({
      anyOf: [
        { type: 'string' },
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_DESTINATIONS },
      ],
      description: 'E.164 number with or without a leading `+`, or several of them in an array.',
    }),
    messageId: clientId('Custom message ID for tracking, for a single recipient; generated if omitted.'),
    ...messageFields,
  },
  { title: 'SingleTextRequest' },
)

export const previewRequestSchema = Type.Object(
  {
    text: Type.String({ minLength: 1, description: 'Text to preview.' }),
    languageCode: optional('string', { description: 'Echoed in the response.' }),
  },
  { title: 'PreviewRequest' },
)

export const rescheduleRequestSchema = Type.Object(
  {
    sendAt: Type.String({ description: 'New time: ISO 8601, at most 180 days ahead.' }),
    bulkId: clientId('Id of the bulk, unless the query names it.'),
  },
  { title: 'RescheduleRequest' },
)

export const bulkStatusRequestSchema = Type.Object(
  {
    status: Type.Enum(['PAUSED', 'PROCESSING', 'PENDING', 'CANCELED'], { description: 'New status.' }),
    bulkId: clientId('Id of the bulk, unless the query names it.'),
  },
  { title: 'BulkStatusRequest' },
)

export const cancelRequestSchema = Type.Object(
  { bulkId: clientId('Id of the bulk, unless the query names it.') },
  { title: 'CancelRequest' },
)
