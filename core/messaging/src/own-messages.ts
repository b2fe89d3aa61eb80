/** The `origin`, in logs and elsewhere, of messages that the gateway sends on its own because of an incoming SMS. */
export type OwnOrigin = 'auto-reply' | 'opt-out-confirmation' | 'opt-in-confirmation' | 'forward'

/**
 * Those that go out even though their recipient has opted out: the one confirmation of the opt-out, and SMS that a
 * client has forwarded to a number of its own.
 */
export const UNBLOCKED_ORIGINS: readonly OwnOrigin[] = ['opt-out-confirmation', 'forward']
