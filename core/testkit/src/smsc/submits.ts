import {
  type Address,
  type DataSmPdu,
  encodePdu,
  type ResponseDraft,
  STATUS,
  type SubmitMultiPdu,
  type SubmitSmPdu,
} from '@heliograph/smpp'
import type { ReceiptBehaviour, SubmitBehaviour } from './behaviour.ts'
import type { LiveBind } from './bind.ts'
import type { SmscCore } from './core.ts'
import { formatNetworkId } from './network-ids.ts'
import { destinationsOf, detached, SubmitRecord } from './read-submit.ts'
import { receiptPdu } from './receipts.ts'

type SubmitPdu = SubmitSmPdu | DataSmPdu | SubmitMultiPdu

/** Bits of registered_delivery: which final receipts are requested (SMPP 3.4, 5.2.17; 3 is from 5.0). */
const RECEIPT_BITS = 0x03
const FAILURE_ONLY = 2
const SUCCESS_ONLY = 3
const RECEIPT_TEXT_LENGTH = 20

/** A submit that the network has taken. */
interface Taken {
  readonly bind: LiveBind
  readonly pdu: SubmitPdu
  readonly number: bigint
  readonly messageId: string
  readonly submittedAt: number
}

/** Handles a submit according to the script. */
export function handleSubmit(core: SmscCore, bind: LiveBind, pdu: SubmitPdu): void {
  const { counts, settings } = core
  counts.submits += 1
  bind.submits += 1
  bind.unanswered += 1
  if (bind.unanswered > bind.mostUnanswered) bind.mostUnanswered = bind.unanswered
  const submit = new SubmitRecord(bind, core.keep > 0 ? detached(pdu) : pdu, core.clock.now())
  core.submits.push(submit)
  const isTooFast = (settings.window > 0 && bind.unanswered > settings.window) || !core.admit()
  if (isTooFast) {
    counts.throttled += 1
    answer(core, submit, {}, responseTo(pdu, STATUS.RTHROTTLED))
  } else {
    meet(core, bind, submit, core.script.choose(submit))
  }
  core.touch()
}

function meet(core: SmscCore, bind: LiveBind, submit: SubmitRecord, behaviour: SubmitBehaviour): void {
  const { counts } = core
  if (behaviour.drop === true || behaviour.drop === 'before') {
    counts.dropped += 1
    bind.drop()
    return
  }
  const status = behaviour.status ?? STATUS.ROK
  if (status !== STATUS.ROK || behaviour.nack) {
    if (status === STATUS.RTHROTTLED) counts.throttled += 1
    else counts.refused += 1
    answer(core, submit, behaviour, refusal(submit.pdu, behaviour, status))
  } else {
    take(core, bind, submit, behaviour)
  }
}

function take(core: SmscCore, bind: LiveBind, submit: SubmitRecord, behaviour: SubmitBehaviour): void {
  core.counts.accepted += 1
  const number = core.nextId()
  const format = behaviour.messageId ?? core.settings.idFormat
  const messageId = typeof format === 'function' ? format(submit) : formatNetworkId(number, format)
  submit.messageId = messageId
  if (core.keep > 0) core.texts.add(submit)
  const taken = { bind, pdu: submit.pdu, number, messageId, submittedAt: core.clock.now() }
  const receipt = isAskedFor(submit.pdu, behaviour.receipt) ? (behaviour.receipt ?? {}) : undefined
  if (receipt && (receipt.before || behaviour.noResponse)) report(core, taken, receipt)
  if (behaviour.noResponse) {
    core.counts.unanswered += 1
    return
  }
  const afterwards = receipt && !receipt.before ? () => report(core, taken, receipt) : undefined
  answer(core, submit, behaviour, { ...responseTo(submit.pdu, STATUS.ROK), messageId } as ResponseDraft, afterwards)
}

function answer(
  core: SmscCore,
  submit: SubmitRecord,
  behaviour: SubmitBehaviour,
  response: ResponseDraft,
  afterwards?: () => void,
): void {
  const write = () => {
    const { bind } = submit
    if (bind.isOpen) {
      bind.unanswered -= 1
      if (behaviour.garbage) bind.write(behaviour.garbage)
      else if (behaviour.drop === 'middle') bind.write(firstHalf(encodePdu(response)))
      else bind.send(response)
      submit.status = response.commandStatus ?? STATUS.ROK
      if (behaviour.drop) bind.drop('flushed')
    }
    afterwards?.()
    core.touch()
  }
  if (behaviour.held) core.held.push(write)
  else core.schedule.after(behaviour.delayMs ?? 0, write)
}

function refusal(pdu: SubmitPdu, behaviour: SubmitBehaviour, status: number): ResponseDraft {
  if (!behaviour.nack) return responseTo(pdu, status)
  return { command: 'generic_nack', sequenceNumber: pdu.sequenceNumber, commandStatus: status || STATUS.RSYSERR }
}

function responseTo({ command, sequenceNumber }: SubmitPdu, commandStatus: number): ResponseDraft {
  return { command: `${command}_resp`, sequenceNumber, commandStatus }
}

function firstHalf(octets: Buffer): Buffer {
  return octets.subarray(0, octets.length >> 1)
}

function isAskedFor({ registeredDelivery }: SubmitPdu, receipt: ReceiptBehaviour | false | undefined): boolean {
  const bits = registeredDelivery & RECEIPT_BITS
  if (receipt === false || bits === 0) return false
  const isDelivered = (receipt?.stat ?? 'DELIVRD') === 'DELIVRD'
  return !(bits === FAILURE_ONLY && isDelivered) && !(bits === SUCCESS_ONLY && !isDelivered)
}

function report(core: SmscCore, taken: Taken, receipt: ReceiptBehaviour): void {
  core.schedule.after(receipt.delayMs ?? 0, () => {
    for (const destination of destinationsOf(taken.pdu)) {
      if (receipt.intermediate) reportOne(core, taken, { ...receipt, stat: 'ENROUTE' }, destination)
      reportOne(core, taken, receipt.intermediate ? { ...receipt, intermediate: false } : receipt, destination)
    }
  })
}

function reportOne(core: SmscCore, taken: Taken, receipt: ReceiptBehaviour, destination: Address): void {
  const { bind, messageId, number, pdu, submittedAt } = taken
  const id = receipt.id ?? (receipt.idFormat ? formatNetworkId(number, receipt.idFormat) : messageId)
  const about = {
    id,
    source: pdu.source,
    destination,
    text: startOf(pdu),
    submittedAt: new Date(submittedAt),
    doneAt: new Date(core.clock.now()),
  }
  const order = {
    kind: 'receipt',
    pdu: receiptPdu(about, receipt),
    systemId: bind.systemId,
    prefer: bind,
    elsewhere: receipt.fromOtherLink,
  } as const
  for (let count = receipt.times ?? 1; count > 0; count -= 1) core.outbox.post(order)
}

/** The text that a receipt quotes: only for one-octet codings, and as the octets are. */
function startOf(pdu: SubmitPdu): string {
  if (!('shortMessage' in pdu) || pdu.dataCoding > 3) return ''
  return pdu.shortMessage.toString('latin1', 0, RECEIPT_TEXT_LENGTH)
}
