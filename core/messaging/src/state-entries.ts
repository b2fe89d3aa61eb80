import { GatewayError, type StateEntry } from '@heliograph/contracts'

const MAX_KEY = 200
const MAX_VALUE = 10_000

/** Throws `invalid`/`bad-state-entry` for an entry whose key or value has a length that cannot be stored. */
export function checkStateEntry({ key, value }: StateEntry): void {
  if (key.length === 0 || key.length > MAX_KEY) throw badEntry(`A key must have 1 to ${MAX_KEY} characters`)
  if (value.length > MAX_VALUE) throw badEntry(`A value must have at most ${MAX_VALUE} characters`)
}

function badEntry(text: string): GatewayError {
  return new GatewayError('invalid', 'bad-state-entry', text)
}
