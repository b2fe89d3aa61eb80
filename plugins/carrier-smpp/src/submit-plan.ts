import type { OutgoingMessage } from '@heliograph/contracts'
import {
  concatenationHeader,
  type Draft,
  formatRelativeSmppTime,
  formatSmppTime,
  joinUserData,
  type SubmitSmPdu,
} from '@heliograph/smpp'
import { writeRecipient, writeSender } from './addresses.ts'
import type { LinkConfig } from './config.ts'
import { cutText, dataCodingOf, encodeContent } from './encode-message.ts'
import type { References, UsedReference } from './references.ts'

/** A submit_sm without its sequence number. */
export type SubmitDraft = Draft<SubmitSmPdu>

/** The submit_sm for a message. */
export interface SubmitPlan {
  /** In order: all parts, or those in `only`; a long message that goes out whole also has a single one. */
  readonly submits: readonly SubmitDraft[]
  /** The part that each of them carries, counted from 1; null for a long message that goes out whole. */
  readonly parts: readonly (number | null)[]
  /** Set for a message that is cut into parts. */
  readonly reference: UsedReference | undefined
}

const UDHI = 0x40
const LONGEST_SHORT_MESSAGE = 254
const RECEIPT_WANTED = 1
const FIRST = [1]
const WHOLE = [null]

/** Translates a message for a link, taking a reference for a long one. */
export function planSubmit(
  message: OutgoingMessage,
  config: LinkConfig,
  references: References,
  now: number,
): SubmitPlan {
  const common = commonFields(message, config, now)
  if (message.parts === 1 || message.encoding === 'binary') {
    return { submits: [singleSubmit(common, message, config)], parts: FIRST, reference: undefined }
  }
  if (config.longMessages === 'payload' && message.userDataHeader === null) {
    const content = inPayload(encodeContent(message.text, message, config))
    return { submits: [submitOf(common, content, common.registeredDelivery)], parts: WHOLE, reference: undefined }
  }
  return planParts(common, message, config, references)
}

/** The fields that are the same in all parts of a message. */
type CommonFields = Pick<
  SubmitSmPdu,
  'serviceType' | 'source' | 'destination' | 'validityPeriod' | 'registeredDelivery' | 'dataCoding'
>

function commonFields(message: OutgoingMessage, config: LinkConfig, now: number): CommonFields {
  return {
    serviceType: config.serviceType,
    source: writeSender(message.from, config),
    destination: writeRecipient(message.to, config),
    validityPeriod: writeValidity(message.validUntil.getTime(), config, now),
    registeredDelivery: config.receipts === 'none' ? 0 : RECEIPT_WANTED,
    dataCoding: dataCodingOf(message, config),
  }
}

function writeValidity(validUntil: number, { validity }: LinkConfig, now: number): string {
  if (validity === 'none') return ''
  if (validity === 'absolute') return formatSmppTime(new Date(validUntil))
  return formatRelativeSmppTime(Math.max(1, Math.ceil((validUntil - now) / 1000)))
}

/** The fields that carry the text. */
type ContentFields = Pick<SubmitDraft, 'esmClass' | 'shortMessage' | 'tlvs'>

/** One literal for all submits, which are so many that objects of ever new shapes would be felt. */
function submitOf(common: CommonFields, content: ContentFields, registeredDelivery: number): SubmitDraft {
  return {
    command: 'submit_sm',
    serviceType: common.serviceType,
    source: common.source,
    destination: common.destination,
    esmClass: content.esmClass,
    validityPeriod: common.validityPeriod,
    registeredDelivery,
    dataCoding: common.dataCoding,
    shortMessage: content.shortMessage,
    tlvs: content.tlvs,
  }
}

function singleSubmit(common: CommonFields, message: OutgoingMessage, config: LinkConfig): SubmitDraft {
  const octets = encodeContent(message.text, message, config)
  const { userDataHeader } = message
  if (userDataHeader === null) return submitOf(common, contentOf(octets, 0), common.registeredDelivery)
  const content = contentOf(joinUserData(Buffer.from(userDataHeader, 'hex'), octets), UDHI)
  return submitOf(common, content, common.registeredDelivery)
}

/** Octets that do not fit short_message go into message_payload (SMPP 3.4, 5.3.2.32). */
function contentOf(octets: Buffer, esmClass: number): ContentFields {
  if (octets.length > LONGEST_SHORT_MESSAGE) return inPayload(octets, esmClass)
  return { esmClass, shortMessage: octets, tlvs: undefined }
}

function inPayload(octets: Buffer, esmClass = 0): ContentFields {
  return { esmClass, shortMessage: undefined, tlvs: { messagePayload: octets } }
}

function planParts(
  common: CommonFields,
  message: OutgoingMessage,
  config: LinkConfig,
  references: References,
): SubmitPlan {
  const known = message.only === null ? undefined : references.used(message.smsId)
  const reference = known ?? takeReference(message, config.longMessages, references)
  const isKnown = known !== undefined || references.isShared
  const header = Buffer.from(message.userDataHeader ?? '', 'hex')
  const segments = cutText(message, HEADER_OCTETS[reference.form] + header.length)
  const all = segments.map((_, index) => index + 1)
  // Without the reference of the parts already sent, the rest could not be joined with them, so all parts are sent
  // again.
  const wanted = isKnown ? (message.only ?? all) : all
  const submits = wanted.map((part) => {
    const octets = encodeContent(segments[part - 1] ?? '', message, config)
    const registeredDelivery = isReported(config.receipts, part, all.length) ? RECEIPT_WANTED : 0
    return submitOf(common, partContent(reference, all.length, part, header, octets), registeredDelivery)
  })
  return { submits, parts: wanted, reference }
}

/**
 * A text in tables of a language has a header in any case, so its parts are never linked by anything else. A larger
 * reference may need one part more than the gateway counted; the smaller one never does.
 */
function takeReference(
  message: OutgoingMessage,
  longMessages: LinkConfig['longMessages'],
  references: References,
): UsedReference {
  const { userDataHeader } = message
  if (longMessages === 'sar' && userDataHeader === null) return references.next(message, 'sar')
  const octets = HEADER_OCTETS.udh16 + (userDataHeader ?? '').length / 2
  const fits = longMessages === 'udh16' && cutText(message, octets).length <= message.parts
  return references.next(message, fits ? 'udh16' : 'udh')
}

/** Octets of what links the parts, the length octet included. SMSCs make a header of SAR parameters. */
const HEADER_OCTETS = { udh: 6, udh16: 7, sar: 6 } as const satisfies Record<UsedReference['form'], number>

/** @param more elements of the header besides the place of the part */
function partContent(
  { form, reference }: UsedReference,
  total: number,
  part: number,
  more: Buffer,
  octets: Buffer,
): ContentFields {
  if (form === 'sar') {
    const tlvs = { sarMsgRefNum: reference, sarTotalSegments: total, sarSegmentSeqnum: part }
    return { esmClass: 0, shortMessage: octets, tlvs }
  }
  const place = concatenationHeader(reference, total, part, form === 'udh' ? 8 : 16)
  const header = more.length === 0 ? place : Buffer.concat([place, more])
  return { esmClass: UDHI, shortMessage: joinUserData(header, octets), tlvs: undefined }
}

function isReported(receipts: LinkConfig['receipts'], part: number, total: number): boolean {
  if (receipts === 'all') return true
  return (receipts === 'first' && part === 1) || (receipts === 'last' && part === total)
}
