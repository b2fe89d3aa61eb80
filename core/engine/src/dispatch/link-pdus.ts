import type { LinkPdu } from '@heliograph/contracts'

/** They travel with every heartbeat of the node: so many characters of JSON a link. */
const MOST_CHARACTERS = 20_000

/** The newest ones, as many as may travel. What comes in is newest first, and so is what goes out. */
export function fewPdus(pdus: readonly LinkPdu[]): readonly LinkPdu[] {
  let left = MOST_CHARACTERS
  const tooMany = pdus.findIndex((pdu) => {
    left -= JSON.stringify(pdu).length
    return left < 0
  })
  return tooMany < 0 ? pdus : pdus.slice(0, tooMany)
}
