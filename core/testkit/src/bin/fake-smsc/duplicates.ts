import type { ReceivedSubmit } from '../../smsc/received.ts'

/** Counts submits with the same recipient and octets as an earlier one. */
export interface Duplicates {
  readonly count: number
  see(submit: ReceivedSubmit): void
}

export function createDuplicates(): Duplicates {
  const seen = new Set<string>()
  let count = 0
  return {
    get count() {
      return count
    },
    see({ pdu, to }) {
      const octets = pdu.tlvs.messagePayload ?? ('shortMessage' in pdu ? pdu.shortMessage : Buffer.alloc(0))
      const key = `${to} ${octets.toString('latin1')}`
      if (seen.has(key)) count += 1
      else seen.add(key)
    },
  }
}
