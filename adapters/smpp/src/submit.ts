import type { Clock, Principal, SubmitEntry } from '@heliograph/contracts'
import {
  type Address,
  type DataSmPdu,
  type DecodeOptions,
  type DistributionList,
  type ResponseFields,
  STATUS,
  type SubmitMultiPdu,
  type SubmitSmPdu,
  type Unsuccessful,
} from '@heliograph/smpp'
import type { SmppServices } from './services.ts'
import { StatusError } from './status-error.ts'
import { REFUSAL_STATUSES } from './statuses.ts'
import { mapSubmit, type SubmitFields } from './submit-mapping.ts'

/** The dependencies of handling a submit. */
export interface SubmitContext {
  readonly services: Pick<SmppServices, 'submissions' | 'segments'>
  readonly clock: Clock
  readonly decoding: DecodeOptions
}

/** A PDU that submits messages. */
export type SubmitPdu = SubmitSmPdu | SubmitMultiPdu | DataSmPdu

/**
 * Passes a submit to the gateway and resolves with its answer, after the commit. Rejects with a `StatusError` for a
 * message that was refused, and with any error that the gateway throws.
 */
export async function submit(
  context: SubmitContext,
  principal: Principal,
  pdu: SubmitPdu,
  requestId?: string,
): Promise<ResponseFields> {
  const fields = fieldsOf(pdu)
  const mapped = mapSubmit(fields, context.clock.now(), context.decoding, requestId)
  if (mapped.kind === 'segment') {
    const { smsId } = await context.services.segments.add(principal, mapped.segment)
    return { messageId: String(smsId) }
  }
  const { entries } = await context.services.submissions.submit(principal, mapped.request)
  return fields.isMulti ? answerToMulti(fields.destinations, entries) : answerToSingle(entries)
}

/** The number of messages in a submit. */
export function messagesOf(pdu: SubmitPdu): number {
  return pdu.command === 'submit_multi' ? pdu.destinations.length : 1
}

const ABSENT = { scheduleDeliveryTime: '', validityPeriod: '', smDefaultMsgId: 0, shortMessage: undefined }

function fieldsOf(pdu: SubmitPdu): SubmitFields {
  const isMulti = pdu.command === 'submit_multi'
  // data_sm has none of these fields.
  const { scheduleDeliveryTime, validityPeriod, smDefaultMsgId, shortMessage } =
    pdu.command === 'data_sm' ? ABSENT : pdu
  return {
    esmClass: pdu.esmClass,
    dataCoding: pdu.dataCoding,
    shortMessage,
    tlvs: pdu.tlvs,
    source: pdu.source,
    destinations: isMulti ? pdu.destinations.map(requireAddress) : [pdu.destination],
    registeredDelivery: pdu.registeredDelivery,
    scheduleDeliveryTime,
    validityPeriod,
    smDefaultMsgId,
    isMulti,
  }
}

/** This server has no distribution lists. */
function requireAddress(destination: Address | DistributionList): Address {
  if ('distributionList' in destination) throw new StatusError(STATUS.RINVDLNAME)
  return destination
}

function answerToSingle(entries: readonly SubmitEntry[]): ResponseFields {
  const [entry] = entries
  if (entry === undefined) throw new Error('A submit was answered without an entry')
  const refusal = REFUSAL_STATUSES[entry.state]
  if (refusal !== undefined) throw new StatusError(refusal)
  return { messageId: String(entry.smsId) }
}

/**
 * Answers with one id for all destinations, that of the first accepted one, and with the refused destinations (SMPP 3.4
 * section 4.5.2).
 */
function answerToMulti(destinations: readonly Address[], entries: readonly SubmitEntry[]): ResponseFields {
  const unsuccessful: Unsuccessful[] = []
  let first: SubmitEntry | undefined
  entries.forEach((entry, index) => {
    const commandStatus = REFUSAL_STATUSES[entry.state]
    if (commandStatus === undefined) first ??= entry
    else unsuccessful.push({ ...(destinations[index] as Address), commandStatus })
  })
  if (first === undefined) throw new StatusError(unsuccessful[0]?.commandStatus ?? STATUS.RSUBMITFAIL)
  return { messageId: String(first.smsId), unsuccessful }
}
