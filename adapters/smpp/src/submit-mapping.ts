import {
  PRIORITIES,
  type PushRequest,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitSegment,
} from '@heliograph/contracts'
import { type Address, type DecodeOptions, STATUS } from '@heliograph/smpp'
import { type ContentFields, readContent } from './content.ts'
import { formatPushContext, unusualDestinations } from './push-context.ts'
import { readSendTimes } from './send-times.ts'
import { StatusError } from './status-error.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'smpp'

/** The fields that submit_sm, submit_multi and data_sm have in common. */
export interface SubmitFields extends ContentFields {
  readonly source: Address
  readonly destinations: readonly Address[]
  readonly registeredDelivery: number
  readonly scheduleDeliveryTime: string
  readonly validityPeriod: string
  readonly smDefaultMsgId: number
  /** True for submit_multi, which is answered with one id for all destinations. */
  readonly isMulti: boolean
}

/** A submit in the form that the gateway accepts. */
export type MappedSubmit =
  | { readonly kind: 'message'; readonly request: SubmitRequest }
  | { readonly kind: 'segment'; readonly segment: SubmitSegment }

const LAST_SECOND_OF_VALIDITY = 7 * 24 * 3_600

/** Maps a submit. Throws `StatusError` when it cannot be sent. */
export function mapSubmit(
  fields: SubmitFields,
  nowMs: number,
  options: DecodeOptions,
  requestId?: string,
): MappedSubmit {
  if (fields.smDefaultMsgId !== 0) throw new StatusError(STATUS.RINVDFTMSGID)
  const content = readContent(fields, options)
  const times = readSendTimes(fields.scheduleDeliveryTime, fields.validityPeriod, nowMs)
  const validitySeconds = times.validitySeconds ?? timeToLive(fields)
  const { encoding, flash, text } = content
  const { sendAt } = times
  const push = pushRequest(fields, encoding === 'binary')
  const [destination] = fields.destinations
  if (content.kind === 'segment' && !fields.isMulti && destination !== undefined) {
    const { place, userDataHeader } = content
    const to = destination.address
    const common = { origin: ORIGIN, priority: PRIORITIES.NORMAL }
    const segment = { ...common, ...place, to, text, encoding, userDataHeader, flash, sendAt, validitySeconds, push }
    return { kind: 'segment', segment }
  }
  const message: SubmitMessage = {
    text,
    flash,
    sendAt,
    validitySeconds,
    push,
    destinations: fields.destinations.map(toDestination),
    encoding: encoding === 'binary' ? 'binary' : undefined,
    userDataHeader: content.kind === 'whole' ? undefined : content.userDataHeader,
  }
  const messages = [message]
  const request: SubmitRequest = {
    origin: ORIGIN,
    requestId,
    priority: PRIORITIES.NORMAL,
    numbers: 'international',
    atomic: false,
    messages,
  }
  return { kind: 'message', request }
}

function toDestination({ address }: Address) {
  return { to: address }
}

/** `qos_time_to_live`: how long a message in data_sm is worth sending (SMPP 3.4 section 5.3.2.9). */
function timeToLive({ tlvs }: SubmitFields): number | undefined {
  return tlvs.qosTimeToLive ? Math.min(tlvs.qosTimeToLive, LAST_SECOND_OF_VALIDITY) : undefined
}

/** registered_delivery, bits 1 and 0 (SMPP 3.4 section 5.2.17); 3 is from version 5.0. */
const PUSH_ON = [undefined, 'every', 'failure', 'success'] as const

/** Bit 4 of it: an intermediate notification, which says that a network has taken the message. */
const INTERMEDIATE = 0x10

function pushRequest(fields: SubmitFields, isBinary: boolean): PushRequest | undefined {
  const { registeredDelivery } = fields
  const sent = (registeredDelivery & INTERMEDIATE) !== 0
  const on = PUSH_ON[(registeredDelivery & 3) as 0 | 1 | 2 | 3] ?? (sent ? 'none' : undefined)
  if (on === undefined) return undefined
  const { destinations, isMulti, source, tlvs } = fields
  const context = formatPushContext({
    source,
    isMulti,
    destinations: isMulti ? unusualDestinations(destinations) : destinations,
    userMessageReference: tlvs.userMessageReference,
    isBinary,
  })
  return isMulti ? { on, sent, context, sharedId: true } : { on, sent, context }
}
