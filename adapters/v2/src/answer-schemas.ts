import { type TSchema, Type } from 'typebox'

/** A field of an answer that has a value or null. */
export function nullable(schema: TSchema, description: string) {
  return Type.Union([schema, Type.Null()], { description })
}

/** A time as this interface writes it. */
export const time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+0000$' })

const statusFields = {
  groupId: Type.Integer(),
  groupName: Type.String(),
  id: Type.Integer(),
  name: Type.String(),
}

export const statusSchema = Type.Object({ ...statusFields, description: Type.String() }, { title: 'Status' })

const logStatusSchema = Type.Object(statusFields, { title: 'LogStatus' })

export const errorSchema = Type.Object(
  { ...statusFields, description: Type.String(), permanent: Type.Boolean() },
  { title: 'DeliveryError' },
)

export const priceSchema = Type.Object(
  {
    pricePerMessage: Type.Number({ description: 'Price of the whole message: number of parts times price of a part.' }),
    currency: Type.String({ description: 'ISO 4217 currency code.' }),
  },
  { title: 'Price' },
)

const sendEntrySchema = Type.Object(
  {
    to: Type.String({ description: 'Recipient in E.164 digits, or as given if it is not a number.' }),
    from: Type.String({ description: 'Channel that was used.' }),
    messageId: Type.String({ description: 'Your message ID, or a generated UUID.' }),
    smsCount: Type.Optional(Type.Integer({ description: 'Number of SMS parts, if requested.' })),
    status: statusSchema,
  },
  { title: 'SendResultEntry' },
)

export const sendResultSchema = Type.Object(
  {
    bulkId: Type.Optional(
      Type.String({
        description:
          'Your batch ID. If omitted, one is generated for requests that are scheduled or have several destinations.',
      }),
    ),
    messages: Type.Array(sendEntrySchema, {
      description: 'One entry for each destination, in the order of the request.',
    }),
  },
  { title: 'SendResult' },
)

const metadata = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'Metadata sent with the message. Absent if there was none.',
  }),
)

const reportSchema = Type.Object(
  {
    smsId: Type.Integer({ description: 'Internal SMS ID.' }),
    bulkId: nullable(Type.String(), 'Batch the message belongs to. Null if none.'),
    messageId: Type.String({ description: 'External message ID.' }),
    to: Type.String(),
    sentAt: nullable(time, 'When a network accepted the message. Null while pending.'),
    doneAt: nullable(time, 'When the message reached its final status. Null while pending.'),
    scheduledTime: nullable(time, 'Scheduled time. Null if it was not scheduled.'),
    smsCount: Type.Integer(),
    price: priceSchema,
    statusCode: Type.Integer({ description: 'Status code as in the delivery-receipt webhook: 0, 1, 2, 4, 5 or 9.' }),
    axStatusDesk: Type.String({ description: 'Raw network status text. Empty until there is one.' }),
    status: statusSchema,
    error: nullable(errorSchema, 'Null if nothing failed.'),
    metadata,
  },
  { title: 'DeliveryReport' },
)

const next = Type.Optional(
  Type.Integer({
    description: 'Cursor for the next page, to pass as `before`. Absent if this is the last page.',
  }),
)

export const reportsResultSchema = Type.Object({ results: Type.Array(reportSchema), next }, { title: 'ReportsResult' })

const logSchema = Type.Object(
  {
    messageId: Type.String(),
    to: Type.String(),
    from: Type.String(),
    text: Type.String(),
    sentAt: nullable(time, 'When a network accepted the message. Null while pending.'),
    status: logStatusSchema,
    smsCount: Type.Integer(),
    price: priceSchema,
    metadata,
  },
  { title: 'LogRecord' },
)

export const logsResultSchema = Type.Object({ results: Type.Array(logSchema), next }, { title: 'LogsResult' })

export const previewResultSchema = Type.Object(
  {
    originalText: Type.String(),
    textPreview: Type.String(),
    messageCount: Type.Integer({ description: 'Number of SMS parts.' }),
    charactersRemaining: Type.Integer({ description: 'Characters that still fit in these parts.' }),
    configuration: Type.Object({
      language: Type.Object({ languageCode: Type.String() }),
      transliteration: Type.Null(),
    }),
  },
  { title: 'PreviewResult' },
)

export const bulkSchema = Type.Object(
  {
    bulkId: Type.String(),
    sendAt: Type.Unsafe<string>({ ...time, description: 'Earliest time among its scheduled messages.' }),
  },
  { title: 'ScheduledBulk' },
)

export const bulksResultSchema = Type.Object({ bulks: Type.Array(bulkSchema) }, { title: 'BulksResult' })

export const cancelResultSchema = Type.Object(
  { bulkId: Type.String(), status: Type.Literal('CANCELED') },
  { title: 'CancelResult' },
)

export const bulkStatusSchema = Type.Object(
  {
    bulkId: Type.String(),
    status: Type.Enum(['PENDING', 'PAUSED', 'PROCESSING', 'FINISHED', 'CANCELED', 'FAILED']),
  },
  { title: 'BulkStatus' },
)

export const requestErrorSchema = Type.Object(
  {
    requestError: Type.Object({
      serviceException: Type.Object({
        messageId: Type.String(),
        text: Type.String(),
        validationErrors: Type.Record(Type.String(), Type.String(), {
          description: 'What is wrong, by field path. Empty if no field is at fault.',
        }),
      }),
    }),
  },
  { title: 'RequestError' },
)
