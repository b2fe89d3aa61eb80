import {
  FieldReader,
  givenSender,
  isTooFarAhead,
  MAX_DESTINATIONS,
  ParameterReader,
  Parameters,
  Problems,
} from '@heliograph/wire'
import { MAX_BULK_ID_LENGTH, MAX_CALLBACK_DATA_LENGTH, MAX_VALIDITY_SECONDS } from '../limits.ts'
import type { NotServedField } from '../not-served.ts'
import type { Version } from '../operation.ts'
import { readText } from './content.ts'
import { readContentType, readUrl } from './fields.ts'
import { readLanguage } from './language.ts'
import type { ReadContext, WireSend } from './message.ts'

/** Parameters without effect, besides those of regions. */
const NOT_SERVED: Readonly<Record<string, NotServedField>> = {
  track: 'tracking',
  trackingUrl: 'tracking',
  trackingType: 'tracking',
  indiaDltContentTemplateId: 'regional',
  indiaDltPrincipalEntityId: 'regional',
  turkeyIysBrandCode: 'regional',
  turkeyIysRecipientType: 'regional',
  southKoreaResellerCode: 'regional',
  southKoreaTitle: 'regional',
}

/** Parameters that are read as the fields of a body are. */
const AS_IN_A_BODY = ['text', 'transliteration', 'languageCode', 'notifyUrl', 'notifyContentType']

const NO_LABELS = { applicationId: undefined, entityId: undefined, campaignReferenceId: undefined }

/**
 * Reads the query of `text/query`. Recipients are repeated or separated by commas; parameters that are not known are
 * ignored. Throws `invalid` with every problem it has.
 */
export function parseQuery(query: string, version: Version, { nowMs, notServed }: ReadContext): WireSend {
  const problems = new Problems()
  const parameters = Parameters.ofQuery(query, { ignoreCase: false, blankIsEmpty: false })
  const reader = new ParameterReader(parameters, problems, 'first')
  const given = Object.fromEntries(AS_IN_A_BODY.map((name) => [name, parameters.first(name)]))
  const fields = new FieldReader(given, '', problems)
  const recipients = readRecipients(parameters, problems)
  const validityMinutes = reader.integer('validityPeriod', 1, Number.MAX_SAFE_INTEGER)
  const message = {
    sender: givenSender(parameters.first('from')),
    destinations: recipients.map((to) => ({ to, messageId: undefined })),
    content: readText(fields, readLanguage(fields)),
    flash: reader.flag('flash'),
    validitySeconds: validityMinutes && Math.min(validityMinutes * 60, MAX_VALIDITY_SECONDS),
    sendAt: readTime(reader, nowMs),
    deliveryWindow: undefined,
    callbackData: reader.text('callbackData', MAX_CALLBACK_DATA_LENGTH),
    reporting: {
      url: readUrl(fields, 'notifyUrl'),
      isXml: readContentType(fields, 'notifyContentType') === 'application/xml',
      intermediate: reader.flag('intermediateReport') ?? false,
      wanted: true,
    },
    labels: NO_LABELS,
  }
  const bulkId = reader.text('bulkId', MAX_BULK_ID_LENGTH)
  const countsParts = reader.flag('includeSmsCountInResponse') ?? false
  problems.assertNone()
  for (const name in NOT_SERVED) {
    if (parameters.first(name) !== undefined) notServed(NOT_SERVED[name] as NotServedField)
  }
  return { version, bulkId, speedLimit: undefined, messages: [message], countsParts }
}

function readRecipients(parameters: Parameters, problems: Problems): readonly string[] {
  const recipients = parameters
    .all('to')
    .flatMap((value) => value.split(',', MAX_DESTINATIONS + 1))
    .map((to) => to.trim())
    .filter((to) => to !== '')
  if (recipients.length === 0) problems.add('to', 'is required')
  if (recipients.length > MAX_DESTINATIONS) problems.add('to', `must not have more than ${MAX_DESTINATIONS} numbers`)
  return recipients
}

function readTime(reader: ParameterReader, nowMs: number): Date | undefined {
  const time = reader.time('sendAt')
  if (time === undefined) return undefined
  return isTooFarAhead(time, nowMs) ? reader.problem('sendAt', 'is too far ahead') : new Date(time)
}
