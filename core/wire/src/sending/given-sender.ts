import { isStorable } from '../text/storable.ts'

/**
 * The sender that a request names. One that no channel can have means the default channel, like any other unknown one:
 * undefined. Numbers of channels are stored as digits.
 */
export function givenSender(from: string | undefined): string | undefined {
  if (from === undefined || from === '' || !isStorable(from)) return undefined
  return /^\+\d+$/.test(from) ? from.slice(1) : from
}
