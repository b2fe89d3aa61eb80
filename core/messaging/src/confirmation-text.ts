import type { SubscriptionEvent } from './incoming-webhook.ts'
import { OPT_IN_KEYWORD } from './keywords.ts'

/** The facts that a confirmation mentions. */
export interface ConfirmationFacts {
  /** The contact's number, digits. */
  readonly contact: string
  readonly clientName: string
  /** The number to send the next keyword to, digits. */
  readonly channel: string
}

/**
 * The confirmation for a contact that has opted out or in, where neither a webhook nor the channel has another text
 * (specification, "Opt-out webhook").
 */
export function defaultConfirmation(event: SubscriptionEvent, facts: ConfirmationFacts): string {
  const { contact, clientName, channel } = facts
  if (event === 'opt_out')
    return `${contact} has opted out of messages from ${clientName}. You will receive no more messages. Send ${OPT_IN_KEYWORD} to ${channel} to opt back in.`
  return `${contact} has opted in to messages from ${clientName}. Send STOP to ${channel} to opt out.`
}

/** The text of an incoming SMS as it is forwarded to a mobile number: sender, recipient, then the text. */
export function forwardText({
  from,
  to,
  text,
}: {
  readonly from: string
  readonly to: string
  readonly text: string
}): string {
  return `From ${from} to ${to}: ${text}`
}
