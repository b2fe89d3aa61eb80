// The network's process: the fake SMSC, with counts.
import { type FakeSmsc, type ReceivedSubmit, type SubmitBehaviour, startFakeSmsc } from '@heliograph/testkit'
import { serialOf } from '../generator/request-template.ts'
import type { Arrival, FromSmsc, SmscAnswers, SmscSettings, SmscStats, ToSmsc } from './protocol.ts'
import { Tally } from './tally.ts'

/** Network id of the first message that is kept. */
const FIRST_ID = 1_000_000_001

const tally = new Tally()
let smsc: FakeSmsc | undefined

/** A link that stays connected for this long after an answer has received it. */
const RECEIVED_AFTER_MS = 1_000

/** Those that were not asked for yet, and how many have come in all. */
let arrivals: Writable<Arrival>[] = []
let arrived = 0
const lastByLink = new Map<string, number>()
let behaviour: SubmitBehaviour = {}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

async function start({ answerAfterMs, keepsArrivals }: SmscSettings): Promise<SmscAnswers['start']> {
  behaviour = keepsArrivals ? { messageId: keepArrival } : {}
  answerAfter(answerAfterMs)
  smsc = await startFakeSmsc({
    // Keeping the submits would fill the memory in a long measurement.
    keep: 0,
    deliveryWindow: 1_000,
    behaviour: {
      by({ pdu, bind }) {
        if ('shortMessage' in pdu) tally.add(pdu.shortMessage)
        lastByLink.set(bind.systemId, tally.lastAtMs)
        return behaviour
      },
    },
  })
  return { port: smsc.port }
}

function answerAfter(answerAfterMs: number): void {
  behaviour = { ...behaviour, delayMs: answerAfterMs > 0 ? answerAfterMs : undefined }
}

function keepArrival({ pdu, bind }: ReceivedSubmit): string {
  const networkId = String(FIRST_ID + arrived)
  const serial = ('shortMessage' in pdu ? serialOf(pdu.shortMessage) : undefined) ?? -1
  const atMs = performance.timeOrigin + performance.now()
  const arrival: Writable<Arrival> = { serial, atMs, networkId, link: bind.systemId, answeredAtMs: undefined }
  arrivals.push(arrival)
  arrived += 1
  const { delayMs = 0 } = behaviour
  setTimeout(() => {
    if (bind.isOpen) arrival.answeredAtMs = atMs + delayMs
  }, delayMs + RECEIVED_AFTER_MS)
  return networkId
}

function takeArrivals(): readonly Arrival[] {
  const taken = arrivals
  arrivals = []
  return taken
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
    lastByLink,
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
    case 'answer-after':
      answerAfter(request.answerAfterMs)
      return { id, answer: null }
    case 'repeated':
      return { id, answer: tally.repeated }
    case 'arrivals':
      return { id, answer: takeArrivals() }
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
