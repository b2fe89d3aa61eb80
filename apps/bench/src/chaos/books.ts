import type { Deployed } from './deploy.ts'
import { type IncomingVerdict, incomingEntries, judgeIncoming } from './incoming-books.ts'
import { arrivalsBySerial, brokenRules, judge, type Verdict } from './judge.ts'
import { recordedTimes, type StoredMessage, traceMessage } from './records.ts'
import { messageIdOf, type SendResult } from './sender.ts'
import type { Span } from './span.ts'

/** What is compared at the end of a round. */
export interface Books {
  /** The messages that clients sent. */
  readonly span: Span
  readonly incoming: Span
  readonly sent: SendResult
  readonly stored: ReadonlyMap<number, StoredMessage>
  /** Whether an answer that reached a node has to be recorded, since nothing took nodes or their database away. */
  readonly answersCount: boolean
}

export interface Comparison {
  readonly verdict: Verdict
  readonly incoming: IncomingVerdict
  /** Number of submits that the network took. */
  readonly submits: number
  /** Number of these submits whose answers are in the database. */
  readonly recorded: number
  /** Broken rules with everything known about the messages; empty when all rules were kept. */
  readonly findings: readonly string[]
}

/** Number of messages that a finding shows in full. */
const SHOWN = 5

/** Compares what clients were told with what the database and the network have got since the last time. */
export async function compareBooks({ cluster, smsc, sink }: Deployed, books: Books): Promise<Comparison> {
  const { span, sent, stored, answersCount } = books
  // The gateway's own messages are left out; their texts have no number.
  const arrivals = (await smsc.takeArrivals()).filter(({ serial }) => serial >= 0)
  const recorded = await recordedTimes(cluster.sql)
  const verdict = judge({ span, sent, stored, arrivals, recorded })
  const bySerial = arrivalsBySerial(arrivals)
  const findings = verdict.refused.map((refusal) => `refused: ${refusal}`)
  for (const [rule, serials] of brokenRules(verdict, { answersCount })) {
    findings.push(`${rule}: ${serials.length} messages`)
    for (const serial of serials.slice(0, SHOWN)) {
      const message = stored.get(serial)
      findings.push(
        `  ${messageIdOf(serial)}: ${message === undefined ? 'not stored' : `sms_id ${message.smsId}, ${message.state ?? 'queued'}`}`,
      )
      for (const { atMs, link, networkId } of bySerial.get(serial) ?? []) {
        const at = recorded.get(networkId)
        const answer =
          at === undefined ? 'its answer never recorded' : `its answer recorded at ${new Date(at).toISOString()}`
        findings.push(`    at the network ${new Date(atMs).toISOString()} over ${link} as ${networkId}, ${answer}`)
      }
      if (message) findings.push(...(await traceMessage(cluster.sql, message.smsId)).map((line) => `    ${line}`))
    }
  }
  // Without any, no message could be found to have been sent twice knowingly.
  if (recorded.size === 0)
    findings.push('no answer was seen to be recorded: the watch over table submission sees nothing')
  const incoming = judgeIncoming(books.incoming, await incomingEntries(cluster.sql, books.incoming), sink.calls)
  for (const [rule, contacts] of incoming.broken)
    findings.push(`${rule}: ${contacts.length}, for example ${contacts.slice(0, SHOWN).join(', ')}`)
  return { verdict, incoming, submits: arrivals.length, recorded: recorded.size, findings }
}
