// The network's process: the fake SMSC, with counts.
import { type FakeSmsc, type ReceivedSubmit, startFakeSmsc } from '@heliograph/testkit'
import { serialOf } from '../generator/request-template.ts'
import type { Arrival, FromSmsc, SmscAnswers, SmscSettings, SmscStats, ToSmsc } from './protocol.ts'
import { Tally } from './tally.ts'

/** Network id of the first message that is kept. */
const FIRST_ID = 1_000_000_001

const tally = new Tally()
let smsc: FakeSmsc | undefined

const arrivals: Arrival[] = []

async function start({ answerAfterMs, keepsArrivals }: SmscSettings): Promise<SmscAnswers['start']> {
  const otherwise = {
    ...(answerAfterMs > 0 && { delayMs: answerAfterMs }),
    ...(keepsArrivals && { messageId: keepArrival }),
  }
  smsc = await startFakeSmsc({
    // Keeping the submits would fill the memory in a long measurement.
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

function keepArrival({ pdu }: ReceivedSubmit): string {
  const networkId = String(FIRST_ID + arrivals.length)
  const serial = 'shortMessage' in pdu ? serialOf(pdu.shortMessage) : undefined
  arrivals.push({ serial: serial ?? -1, atMs: performance.timeOrigin + performance.now(), networkId })
  return networkId
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
    case 'arrivals':
      return { id, answer: arrivals }
    case 'incoming':
      await smsc?.sendIncoming(request.order)
      return { id, answer: null }
  }
}

// The process that started this one is gone, and the measurement with it.
process.on('disconnect', () => process.exit())
process.on('message', (request: ToSmsc) => {
  answer(request)
    .catch((error: unknown): FromSmsc => ({ id: request.id, failed: String(error) }))
    .then((message) => process.send?.(message))
})
