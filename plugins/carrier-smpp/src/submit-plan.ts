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
  if (message.parts === 1 || message.userDataHeader !== null || message.encoding === 'binary') {
    return { submits: [singleSubmit(common, message, config)], parts: FIRST, reference: undefined }
  }
  if (config.longMessages === 'payload') {
    return { submits: [wholeSubmit(common, message, config)], parts: WHOLE, reference: undefined }
  }
  return planParts(common, message, config, references)
}

function commonFields(message: OutgoingMessage, config: LinkConfig, now: number): SubmitDraft {
  return {
    command: 'submit_sm',
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

function singleSubmit(common: SubmitDraft, message: OutgoingMessage, config: LinkConfig): SubmitDraft {
  const content = encodeContent(message.text, message, config)
  if (message.userDataHeader === null) return withOctets(common, content)
  const header = Buffer.from(message.userDataHeader, 'hex')
  return { ...withOctets(common, joinUserData(header, content)), esmClass: UDHI }
}

function wholeSubmit(common: SubmitDraft, message: OutgoingMessage, config: LinkConfig): SubmitDraft {
  return { ...common, tlvs: { messagePayload: encodeContent(message.text, message, config) } }
}

/** Octets that do not fit short_message go into message_payload (SMPP 3.4, 5.3.2.32). */
function withOctets(common: SubmitDraft, octets: Buffer): SubmitDraft {
  if (octets.length > LONGEST_SHORT_MESSAGE) return { ...common, tlvs: { messagePayload: octets } }
  return { ...common, shortMessage: octets }
}

function planParts(
  common: SubmitDraft,
  message: OutgoingMessage,
  config: LinkConfig,
  references: References,
): SubmitPlan {
  const known = message.only === null ? undefined : references.used(message.smsId)
  const reference = known ?? takeReference(message, config.longMessages, references)
  const segments = cutText(message, reference.form === 'udh16' ? 16 : 8)
  const all = segments.map((_, index) => index + 1)
  // Without the reference of the parts already sent, the rest could not be joined with them, so all parts are sent
  // again.
  const wanted = known === undefined ? all : (message.only ?? all)
  const submits = wanted.map((part) => {
    const octets = encodeContent(segments[part - 1] ?? '', message, config)
    const registeredDelivery = isReported(config.receipts, part, all.length) ? RECEIPT_WANTED : 0
    return { ...common, ...partFields(reference, all.length, part, octets), registeredDelivery }
  })
  return { submits, parts: wanted, reference }
}

function takeReference(
  message: OutgoingMessage,
  longMessages: LinkConfig['longMessages'],
  references: References,
): UsedReference {
  if (longMessages === 'sar') return references.next(message.to, 'sar')
  // The larger header may need one part more than the gateway counted. The smaller one never does.
  const fits = longMessages === 'udh16' && cutText(message, 16).length <= message.parts
  return references.next(message.to, fits ? 'udh16' : 'udh')
}

function partFields(
  { form, reference }: UsedReference,
  total: number,
  part: number,
  octets: Buffer,
): Partial<SubmitDraft> {
  if (form === 'sar') {
    return {
      shortMessage: octets,
      tlvs: { sarMsgRefNum: reference, sarTotalSegments: total, sarSegmentSeqnum: part },
    }
  }
  const header = concatenationHeader(reference, total, part, form === 'udh' ? 8 : 16)
  return { esmClass: UDHI, shortMessage: joinUserData(header, octets) }
}

function isReported(receipts: LinkConfig['receipts'], part: number, total: number): boolean {
  if (receipts === 'all') return true
  return (receipts === 'first' && part === 1) || (receipts === 'last' && part === total)
}
