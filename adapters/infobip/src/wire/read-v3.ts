import { type FieldReader, givenSender, type JsonObject, readSpeedLimit } from '@heliograph/wire'
import { MAX_BULK_ID_LENGTH, MAX_LABEL_LENGTH, MAX_VALIDITY_SECONDS } from '../limits.ts'
import { type Content, NO_CONTENT, readOctets, readText } from './content.ts'
import { readDeliveryWindow } from './delivery-window.ts'
import { noteNotServed, readCallbackData, readContentType, readSendTime, readUrl } from './fields.ts'
import { readLanguage } from './language.ts'
import type { Labels, ReadContext, WireDestination, WireMessage, WireReporting, WireSend } from './message.ts'
import { parseSend } from './read-send.ts'

/** Seconds of each `timeUnit` of a validity. */
const UNITS = { SECONDS: 1, MINUTES: 60, HOURS: 3_600 } as const
const UNIT_NAMES = Object.keys(UNITS) as (keyof typeof UNITS)[]

const OF_REQUEST = { tracking: 'tracking', conversionTracking: 'conversionTracking' } as const
const OF_MESSAGE = { regional: 'regional' } as const

/** Reads the body of `POST /sms/3/messages`. Throws `invalid` with every problem it has. */
export function parseSend3(body: JsonObject, context: ReadContext): WireSend {
  return parseSend(body, 3, context, (fields) => {
    const options = fields.object('options')
    const schedule = options?.object('schedule')
    const sendAt = schedule && readSendTime(schedule, context.nowMs)
    noteNotServed(options, OF_REQUEST, context)
    return {
      bulkId: schedule?.text('bulkId', 1, MAX_BULK_ID_LENGTH),
      countsParts: options?.flag('includeSmsCountInResponse'),
      speedLimit: readSpeedLimit(schedule),
      readMessage: (message, destinations) => readMessage(message, destinations, sendAt, context),
    }
  })
}

function readMessage(
  fields: FieldReader,
  destinations: readonly WireDestination[],
  sendAt: Date | undefined,
  context: ReadContext,
): WireMessage {
  const options = fields.object('options')
  const webhooks = fields.object('webhooks')
  noteNotServed(options, OF_MESSAGE, context)
  return {
    sender: givenSender(fields.string('sender')),
    destinations,
    content: readContent(fields),
    flash: options?.flag('flash'),
    validitySeconds: readValidity(options?.object('validityPeriod')),
    sendAt,
    deliveryWindow: readDeliveryWindow(options),
    callbackData: webhooks && readCallbackData(webhooks),
    reporting: readReporting(webhooks),
    labels: readLabels(options),
  }
}

function readContent(fields: FieldReader): Content {
  const content = fields.object('content')
  if (content === undefined) {
    if (fields.value('content') == null) fields.problem('content', 'is required')
    return NO_CONTENT
  }
  if (content.value('hex') != null) return readOctets(content)
  return readText(content, readLanguage(content.object('language')))
}

function readValidity(fields: FieldReader | undefined): number | undefined {
  if (fields === undefined) return undefined
  if (fields.value('amount') == null) return fields.problem('amount', 'is required')
  const unit = fields.choice('timeUnit', UNIT_NAMES) ?? 'MINUTES'
  const amount = fields.integer('amount', 1, Number.MAX_SAFE_INTEGER)
  return amount && Math.min(amount * UNITS[unit], MAX_VALIDITY_SECONDS)
}

function readReporting(webhooks: FieldReader | undefined): WireReporting {
  const delivery = webhooks?.object('delivery')
  return {
    url: delivery && readUrl(delivery, 'url'),
    isXml: webhooks !== undefined && readContentType(webhooks, 'contentType') === 'application/xml',
    intermediate: delivery?.flag('intermediateReport') ?? false,
    wanted: delivery?.flag('notify') ?? true,
  }
}

function readLabels(options: FieldReader | undefined): Labels {
  const platform = options?.object('platform')
  return {
    applicationId: platform?.text('applicationId', 0, MAX_LABEL_LENGTH),
    entityId: platform?.text('entityId', 0, MAX_LABEL_LENGTH),
    campaignReferenceId: options?.text('campaignReferenceId', 0, MAX_LABEL_LENGTH),
  }
}
