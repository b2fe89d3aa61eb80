import type {
  Clock,
  EventSubscription,
  Logger,
  Mail,
  MailError,
  MailMessage,
  MessageEvent,
  SmsReceived,
} from '@heliograph/contracts'

export interface MailEventsOptions {
  readonly mail: Mail
  readonly clock: Clock
  readonly logger: Logger
  /** How many mails may be under way at once. */
  readonly atOnce: number
  /** The mail about an incoming SMS; undefined where none is sent. When it rejects, the event is tried again. */
  readonly mailOf: (sms: SmsReceived) => Promise<MailMessage | undefined>
}

/**
 * How long a relay that does not accept a mail is tried again: RFC 5321 section 4.5.4.1 gives four to five days, but an
 * SMS is read today.
 */
const TRIED_MS = 24 * 3_600_000

/**
 * A handler for `MessageEvents` that sends a mail about incoming SMS. An event whose mail the relay does not accept for
 * now, or cannot be composed for now, is tried again for a day after the SMS was received. A mail that the relay
 * refuses for good, or that is too old by then, is logged and given up.
 */
export function mailEvents(options: MailEventsOptions): EventSubscription['handler'] {
  return async (events, signal) => {
    const waiting = [...events]
    const again: number[] = []
    let trouble: unknown
    const work = async (): Promise<void> => {
      for (let event = waiting.shift(); event; event = waiting.shift()) {
        const outcome = await tell(options, event, signal)
        if (outcome === 'done') continue
        again.push(event.eventId)
        trouble ??= outcome.error
      }
    }
    await Promise.all(Array.from({ length: options.atOnce }, work))
    if (trouble !== undefined)
      options.logger.warn({ mails: again.length, err: trouble }, 'Mails about incoming SMS will be retried')
    return again
  }
}

/** Finished, or to be tried again because of an error. */
type Outcome = 'done' | { readonly error: unknown }

async function tell(options: MailEventsOptions, event: MessageEvent, signal: AbortSignal): Promise<Outcome> {
  if (event.kind !== 'sms-received') return 'done'
  if (signal.aborted) return { error: undefined }
  const { mail, clock, logger, mailOf } = options
  const { incomingId } = event
  try {
    const message = await mailOf(event)
    if (message !== undefined) await mail.send(message, signal)
    return 'done'
  } catch (error) {
    if (signal.aborted) return { error: undefined }
    if (isFinal(error)) {
      logger.error({ incomingId, err: error }, 'A mail about an incoming SMS was permanently rejected')
      return 'done'
    }
    if (clock.now() - event.receivedAt.getTime() < TRIED_MS) return { error }
    logger.error({ incomingId, err: error }, 'A mail about an incoming SMS could not be sent for a day; giving up')
    return 'done'
  }
}

/** Compares the name, because errors of several installed copies must be recognised. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && error.name === 'MailError' && (error as MailError).failure === 'permanent'
}
