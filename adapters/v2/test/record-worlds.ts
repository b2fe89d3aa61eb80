import type { AdapterKit, StoredMessage } from '@heliograph/testkit'
import { ELSEWHERE, sending, THERE } from './requests.ts'

/** Sends the requests one second apart and returns the messages. */
export async function send(
  kit: AdapterKit,
  ...requests: readonly ReturnType<typeof sending>[]
): Promise<StoredMessage[]> {
  for (const request of requests) {
    const { status, text } = await kit.request(request)
    if (status !== 200) throw new Error(text)
    kit.clock.advance(1000)
  }
  return [...kit.engine.messages]
}

/** Sends one message at 08:00:00; the network accepts it two seconds later, and it is delivered a second after that. */
export async function deliverOne(kit: AdapterKit): Promise<void> {
  const [sent] = await send(kit, sending({ destinations: [{ to: THERE, messageId: 'order-1' }] }, { bulkId: 'B' }))
  const { smsId } = sent as StoredMessage
  kit.engine.move(smsId, 'submitting')
  kit.clock.advance(1000)
  kit.engine.move(smsId, 'submitted')
  kit.clock.advance(1000)
  kit.engine.move(smsId, 'delivered')
}

/**
 * Sends three messages, a second apart: `a` to `THERE` in bulk `B`, `b` to `ELSEWHERE` in bulk `B`, `c` to `THERE` from
 * `ACME` alone.
 */
export async function sendThree(kit: AdapterKit): Promise<void> {
  kit.engine.addChannel(kit.account.clientId, { sender: 'ACME' })
  await send(
    kit,
    sending({ destinations: [{ to: THERE, messageId: 'a' }] }, { bulkId: 'B' }),
    sending({ destinations: [{ to: ELSEWHERE, messageId: 'b' }] }, { bulkId: 'B' }),
    sending({ destinations: [{ to: THERE, messageId: 'c' }], from: 'ACME' }),
  )
}

/** Sends this many messages in one request. */
export async function sendMany(kit: AdapterKit, count: number): Promise<void> {
  await send(
    kit,
    sending({ destinations: Array.from({ length: count }, (_, index) => ({ to: String(27820000000 + index) })) }),
  )
}

/** The headers of a client that is billed in euros. */
export const IN_EUROS = { authorization: 'key of a client that is billed in euros' }

/** Sends one message in three parts from the client that is billed in euros. */
export async function sendInEuros(kit: AdapterKit): Promise<void> {
  const clientId = kit.engine.addClient({ currency: 'EUR', price: '0.0325' })
  kit.engine.addChannel(clientId)
  kit.engine.addKey(kit.engine.addUser(clientId), IN_EUROS.authorization)
  await send(kit, { ...sending({ text: 'x'.repeat(307) }), headers: IN_EUROS })
}

/** A pattern for `results` of a number of records. */
export function countOf(count: number): object {
  return { results: (results: unknown[]) => results.length === count }
}
