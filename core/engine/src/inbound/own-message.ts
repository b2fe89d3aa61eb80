import { type GatewayError, isGatewayError, PRIORITIES, type Principal, type SubmitEntry } from '@heliograph/contracts'
import { type OwnOrigin, UNBLOCKED_ORIGINS } from '@heliograph/messaging'
import type { EngineSubmissions } from '../intake/accept/submissions.ts'
import type { IncomingSubject } from './incoming-subject.ts'

/** A message that the gateway sends because of an incoming SMS. */
export interface OwnMessage {
  readonly subject: IncomingSubject
  readonly origin: OwnOrigin
  /** Digits. */
  readonly to: string
  readonly text: string
}

/** Prefixes of the message ids that messages are sent under, so that sending one again is answered as a resend. */
const ID_PREFIXES = {
  'auto-reply': 'auto',
  'opt-out-confirmation': 'confirm',
  'opt-in-confirmation': 'confirm',
  forward: 'forward',
} as const satisfies Record<OwnOrigin, string>

/** The user of messages that no user sent. */
const GATEWAY_USER_ID = 0

/** The client as a principal, on whose behalf the gateway itself sends. */
function principalOf({ clientId, clientName, country, currency }: IncomingSubject, defaultCountry: string): Principal {
  return {
    clientId,
    clientName,
    currency,
    userId: GATEWAY_USER_ID,
    email: '',
    role: 'user',
    keyId: null,
    scope: 'send',
    country: country ?? defaultCountry,
    priority: null,
    rateLimit: 0,
  }
}

/**
 * Sends a message of the gateway itself from the channel that received the SMS, once, however often it is called. It is
 * charged like any message; its receipts are not sent to the client's webhook. Resolves with its entry, or with the
 * error that keeps it from being sent. Throws errors that may pass later.
 */
export async function sendOwn(
  submissions: Pick<EngineSubmissions, 'submitOwn'>,
  { subject, origin, to, text }: OwnMessage,
  defaultCountry: string,
): Promise<SubmitEntry | GatewayError> {
  const destination = { to, messageId: `${ID_PREFIXES[origin]}:${subject.incomingId}` }
  const request = {
    origin,
    priority: PRIORITIES.HIGH,
    numbers: 'international',
    atomic: false,
    messages: [{ destinations: [destination], text, receiptWebhook: false }],
  } as const
  const { channelId, channelAddress: address, outgoingNumber, optOutLinkBase, optInLinkBase } = subject
  const channel = { channelId, address, outgoingNumber, optOutLinkBase, optInLinkBase }
  const terms = { channel, isUnblocked: UNBLOCKED_ORIGINS.includes(origin) }
  try {
    const { entries } = await submissions.submitOwn(principalOf(subject, defaultCountry), request, terms)
    return entries[0] as SubmitEntry
  } catch (error) {
    if (isGatewayError(error) && (error.category === 'forbidden' || error.category === 'invalid')) return error
    throw error
  }
}
