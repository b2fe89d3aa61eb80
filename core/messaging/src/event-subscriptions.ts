import { type EventSubscription, GatewayError, type MessageEvent } from '@heliograph/contracts'

const KINDS: readonly MessageEvent['kind'][] = ['message-ended', 'message-read', 'sms-received']

/** Throws `invalid`/`bad-subscription` for a name that cannot be kept, and for no kinds or unknown ones. */
export function checkSubscription({ name, kinds }: Pick<EventSubscription, 'name' | 'kinds'>): void {
  const isNamed = name.length >= 1 && name.length <= 100 && !name.includes('\0')
  if (isNamed && kinds.length > 0 && kinds.every((kind) => KINDS.includes(kind))) return
  throw new GatewayError(
    'invalid',
    'bad-subscription',
    'A subscription needs a name of 1 to 100 characters and known kinds',
  )
}
