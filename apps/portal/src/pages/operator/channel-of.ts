import type { Schemas } from '../../api/client.ts'

/** A sender contains a letter; a number does not. */
export function channelOf(address: string): Pick<Schemas['NewChannel'], 'number' | 'sender'> {
  return /\p{L}/u.test(address) ? { sender: address } : { number: address }
}
