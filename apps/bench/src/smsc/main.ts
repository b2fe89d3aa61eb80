// The process of the network: the fake SMSC, counting.
import { type FakeSmsc, startFakeSmsc } from '@heliograph/testkit'
import type { FromSmsc, SmscAnswers, SmscSettings, SmscStats, ToSmsc } from './protocol.ts'
import { Tally } from './tally.ts'

const tally = new Tally()
let smsc: FakeSmsc | undefined

async function start({ answerAfterMs }: SmscSettings): Promise<SmscAnswers['start']> {
  const otherwise = answerAfterMs > 0 ? { delayMs: answerAfterMs } : {}
  smsc = await startFakeSmsc({
    // Keeping what came would fill the memory of a long measurement.
    keep: 0,
    deliveryWindow: 1_000,
    behaviour: {
      by({ pdu }) {
        if ('shortMessage' in pdu) tally.add(pdu.shortMessage)
        return otherwise
      },
    },
  })
  return { port: smsc.port }
}

function stats(): SmscStats {
  const cpu = process.cpuUsage()
  return {
    submits: tally.submits,
    messages: tally.messages,
    firstAtMs: tally.firstAtMs,
    lastAtMs: tally.lastAtMs,
    mostUnanswered: Math.max(0, ...(smsc?.binds ?? []).map(({ mostUnanswered }) => mostUnanswered)),
    binds: smsc?.counts.binds ?? 0,
    receipts: {
      sent: smsc?.counts.receiptsSent ?? 0,
      acknowledged: smsc?.counts.deliveriesAcknowledged ?? 0,
      waiting: smsc?.waitingDeliveries ?? 0,
    },
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }
}

async function answer(request: ToSmsc): Promise<FromSmsc> {
  const { id } = request
  switch (request.ask) {
    case 'start':
      return { id, answer: await start(request.settings) }
    case 'stats':
      return { id, answer: stats() }
    case 'repeated':
      return { id, answer: tally.repeated }
  }
}

// Whoever started it is gone: there is nobody left to measure for.
process.on('disconnect', () => process.exit())
process.on('message', (request: ToSmsc) => {
  answer(request)
    .catch((error: unknown): FromSmsc => ({ id: request.id, failed: String(error) }))
    .then((message) => process.send?.(message))
})
