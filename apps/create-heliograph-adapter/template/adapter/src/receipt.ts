import type { ReceiptForm, ReceiptNotice, ReceiptRequest, SubmitMessage } from '@heliograph/contracts'

/** Has the receipt of a message sent to the client's own server, once it is known how the message ended. */
export function receiptsTo(
  callback: string | undefined,
  instance: string,
): Pick<SubmitMessage, 'notifyUrl' | 'notifyFormat'> {
  if (callback === undefined) return {}
  const form: ReceiptForm = { instance, context: '', on: ['delivered', 'failed'] }
  return { notifyUrl: callback, notifyFormat: form }
}

/** Writes the receipt: a form with the words of the other answers. The gateway sends it, and again if that fails. */
export function formatReceipt({ smsId, to, state }: ReceiptNotice): ReceiptRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams({ id: String(smsId), to, state }).toString() }
}
