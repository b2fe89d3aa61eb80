import type { LinkPdu } from '@heliograph/contracts'

/** Limit for the PDUs of a link in characters of JSON, since they are written again and again. */
const MOST_CHARACTERS = 20_000

/** The newest PDUs, as many as are written. They are given and returned newest first. */
export function fewPdus(pdus: readonly LinkPdu[]): readonly LinkPdu[] {
  let left = MOST_CHARACTERS
  const tooMany = pdus.findIndex((pdu) => {
    left -= JSON.stringify(pdu).length
    return left < 0
  })
  return tooMany < 0 ? pdus : pdus.slice(0, tooMany)
}
