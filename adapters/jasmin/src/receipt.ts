import type { ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import { SMPP_STATES, STATUS_FORMS } from '@heliograph/messaging'
import { clientRequest } from './client-request.ts'
import { LEVEL, type ReceiptContext } from './receipt-form.ts'

/** Writes a receipt as Jasmin does: of the network's answer (level 1), or of what became of the message (level 2). */
export function formatReceipt(notice: ReceiptNotice, context: string): ReceiptRequest {
  const { level = LEVEL.handset, method } = JSON.parse(context) as ReceiptContext
  const fields = tellsAnswer(notice, level) ? answerFieldsOf(notice) : endFieldsOf(notice)
  return clientRequest(method, notice.notifyUrl, new URLSearchParams(fields).toString())
}

/** Whether a receipt is about the answer of the network; with both levels, the end is told as that of the handset. */
function tellsAnswer({ state }: ReceiptNotice, level: string): boolean {
  if (level !== LEVEL.both) return level === LEVEL.network
  return state === 'submitted' || state === 'refused-by-network'
}

function answerFieldsOf(notice: ReceiptNotice) {
  return { id: notice.messageId, level: LEVEL.network, message_status: answerOf(notice) }
}

/** By the states in which a network is known to have taken the message. */
const TAKEN: ReadonlySet<string> = new Set(['submitted', 'delivered', 'unconfirmed'])

/** The command_status that stands for it (SMPP 3.4 section 5.1.3). */
function answerOf({ networkId, networkStatus, state }: ReceiptNotice): string {
  if (TAKEN.has(state)) return 'ESME_ROK'
  if (state === 'refused-by-network' && networkStatus?.startsWith('ESME_')) return networkStatus
  return networkId === null || state === 'refused-by-network' ? 'ESME_RSUBMITFAIL' : 'ESME_RDELIVERYFAILURE'
}

function endFieldsOf({ acceptedAt, at, errorId, kind, messageId, networkId, state }: ReceiptNotice) {
  const { stat } = STATUS_FORMS[state].smpp ?? SMPP_STATES.unknown
  return {
    id: messageId,
    level: LEVEL.handset,
    message_status: stat,
    id_smsc: networkId ?? '',
    sub: '001',
    dlvrd: kind === 'delivered' ? '001' : '000',
    subdate: formatMinute(acceptedAt),
    donedate: formatMinute(at),
    err: String(errorId ?? 0).padStart(3, '0'),
    text: '',
  }
}

/** `YYMMDDhhmm` in UTC. */
function formatMinute(date: Date): string {
  return date.toISOString().slice(2, 16).replaceAll(/\D/g, '')
}
