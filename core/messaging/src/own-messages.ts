/** What the gateway sends by itself when an SMS comes in: `origin` of such messages, in logs and elsewhere. */
export type OwnOrigin = 'auto-reply' | 'opt-out-confirmation' | 'opt-in-confirmation' | 'forward'

/**
 * Those that go out although their recipient has opted out: the one confirmation of it, and what a client has forwarded to a number of its own.
 */
export const UNBLOCKED_ORIGINS: readonly OwnOrigin[] = ['opt-out-confirmation', 'forward']
