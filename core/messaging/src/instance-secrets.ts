import { GatewayError } from '@heliograph/contracts'

const MAX_NAME = 200
const MAX_TEXT = 10_000

/** Throws `invalid`/`bad-secret` for a secret whose name or text has a length that cannot be kept. */
export function checkSecret(name: string, text: string): void {
  if (name.length > 0 && name.length <= MAX_NAME && text.length <= MAX_TEXT) return
  const limits = `A secret has a name of 1 to ${MAX_NAME} characters and at most ${MAX_TEXT} characters`
  throw new GatewayError('invalid', 'bad-secret', limits)
}
