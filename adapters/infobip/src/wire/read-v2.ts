import { type FieldReader, givenSender, type JsonObject, readSpeedLimit } from '@heliograph/wire'
import { MAX_BULK_ID_LENGTH, MAX_LABEL_LENGTH, MAX_VALIDITY_SECONDS } from '../limits.ts'
import { type Content, NO_CONTENT, readOctets, readText } from './content.ts'
import { readDeliveryWindow } from './delivery-window.ts'
import { noteNotServed, readCallbackData, readContentType, readSendTime, readUrl } from './fields.ts'
import { readLanguage } from './language.ts'
import type { ReadContext, WireDestination, WireMessage, WireSend } from './message.ts'
import { parseSend } from './read-send.ts'

const OF_REQUEST = { urlOptions: 'tracking', tracking: 'tracking' } as const
const OF_MESSAGE = { regional: 'regional' } as const

/** Reads the body of `POST /sms/2/text/advanced`. Throws `invalid` with every problem it has. */
export function parseText2(body: JsonObject, context: ReadContext): WireSend {
  return parseSend2(body, (fields) => readText(fields, readLanguage(fields.object('language'))), context)
}

/** Reads the body of `POST /sms/2/binary/advanced`. Throws `invalid` with every problem it has. */
export function parseBinary2(body: JsonObject, context: ReadContext): WireSend {
  return parseSend2(body, readBinary, context)
}

function parseSend2(body: JsonObject, readContent: (fields: FieldReader) => Content, context: ReadContext): WireSend {
  return parseSend(body, 1, context, (fields) => {
    noteNotServed(fields, OF_REQUEST, context)
    return {
      bulkId: fields.value('bulkId') === '' ? undefined : fields.text('bulkId', 1, MAX_BULK_ID_LENGTH),
      countsParts: fields.flag('includeSmsCountInResponse'),
      speedLimit: readSpeedLimit(fields),
      readMessage: (message, destinations) => readMessage(message, destinations, readContent(message), context),
    }
  })
}

function readMessage(
  fields: FieldReader,
  destinations: readonly WireDestination[],
  content: Content,
  context: ReadContext,
): WireMessage {
  noteNotServed(fields, OF_MESSAGE, context)
  const validityMinutes = fields.integer('validityPeriod', 1, Number.MAX_SAFE_INTEGER)
  return {
    sender: givenSender(fields.string('from')),
    destinations,
    content,
    flash: fields.flag('flash'),
    validitySeconds: validityMinutes && Math.min(validityMinutes * 60, MAX_VALIDITY_SECONDS),
    sendAt: readSendTime(fields, context.nowMs),
    deliveryWindow: readDeliveryWindow(fields),
    callbackData: readCallbackData(fields),
    reporting: {
      url: readUrl(fields, 'notifyUrl'),
      isXml: readContentType(fields, 'notifyContentType') === 'application/xml',
      intermediate: fields.flag('intermediateReport') ?? false,
      wanted: true,
    },
    labels: {
      applicationId: fields.text('applicationId', 0, MAX_LABEL_LENGTH),
      entityId: fields.text('entityId', 0, MAX_LABEL_LENGTH),
      campaignReferenceId: fields.text('campaignReferenceId', 0, MAX_LABEL_LENGTH),
    },
  }
}

function readBinary(fields: FieldReader): Content {
  const binary = fields.object('binary')
  if (binary !== undefined) return readOctets(binary)
  if (fields.value('binary') == null) fields.problem('binary', 'is required')
  return NO_CONTENT
}
