import { type DeliverSmPdu, type Draft, STATUS } from '@heliograph/smpp'
import type { LiveBind } from './bind.ts'
import { createFifo, type Fifo } from './fifo.ts'
import type { Schedule } from './schedule.ts'

/** A deliver_sm and its answers. @stability stable */
export interface SentDelivery {
  readonly kind: 'receipt' | 'incoming'
  readonly pdu: Draft<DeliverSmPdu>
  /** command_status of each answer; `lost` when the connection ended without one. */
  readonly answers: readonly (number | 'lost')[]
  /** `refused`: for good, or too often. */
  readonly state: 'waiting' | 'sent' | 'acknowledged' | 'refused'
}

/** What to send, and where. */
export interface DeliveryOrder {
  readonly kind: SentDelivery['kind']
  readonly pdu: Draft<DeliverSmPdu>
  readonly systemId: string
  /** The bind to use while it is open, receives and has room. */
  readonly prefer?: LiveBind | undefined
  /** Use a bind of another system id, if there is one. */
  readonly elsewhere?: boolean | undefined
  onSettled?(delivery: SentDelivery): void
}

export interface OutboxOptions {
  readonly schedule: Schedule
  /** Number of unanswered deliver_sm allowed at once on a bind. */
  readonly window: number
  /** Time in ms until a delivery that was refused temporarily is sent again. */
  readonly redeliverMs: number
  binds(): Iterable<LiveBind>
  onPosted(delivery: SentDelivery): void
  onSent(kind: SentDelivery['kind']): void
  onAnswer(status: number | 'lost'): void
}

/** What the network sends: receipts and incoming messages, each repeated until a client takes it. */
export interface Outbox {
  readonly waiting: number
  post(order: DeliveryOrder): void
  /** True when the answer was to one of the deliveries. */
  answer(bind: LiveBind, sequenceNumber: number, status: number): boolean
  /** Sends what waits; to be called when a bind has appeared. */
  pump(): void
  /** Sends again what was unanswered on a bind; to be called when the bind has gone. */
  lost(bind: LiveBind): void
}

type Item = { -readonly [K in keyof SentDelivery]: SentDelivery[K] } & {
  answers: (number | 'lost')[]
  readonly order: DeliveryOrder
}

/** How often a delivery is sent before the network gives up. */
const MAX_SENDINGS = 1_000
/** Refusals after which there is no point in trying again (SMPP 3.4, 5.1.3). */
const FINAL_REFUSALS: ReadonlySet<number | 'lost'> = new Set([STATUS.RX_P_APPN, STATUS.RX_R_APPN])

export function createOutbox(options: OutboxOptions): Outbox {
  const sent = new Map<LiveBind, Map<number, Item>>()
  /** Deliveries by the binds they can go to: if the first in a queue has to wait, so do the others. */
  const queues = new Map<string, Fifo<Item>>()
  let turn = 0

  /** The preferred bind if it has room, else one with room among those of the system id, in turn. */
  function bindFor({ elsewhere, prefer, systemId }: DeliveryOrder): LiveBind | undefined {
    if (!elsewhere && isFree(prefer)) return prefer
    const receiving = [...options.binds()].filter((bind) => bind.isOpen && bind.receives)
    const others = elsewhere ? receiving.filter((bind) => bind.systemId !== systemId) : []
    const fitting = others.length > 0 ? others : receiving.filter((bind) => bind.systemId === systemId)
    const free = fitting.filter(isFree)
    turn += 1
    return free[turn % free.length]
  }

  function isFree(bind: LiveBind | undefined): bind is LiveBind {
    return bind?.isOpen === true && bind.receives && bind.undelivered < options.window
  }

  function send(item: Item, bind: LiveBind): void {
    const number = bind.send(item.order.pdu)
    const unanswered = sent.get(bind) ?? new Map<number, Item>()
    sent.set(bind, unanswered.set(number, item))
    bind.undelivered += 1
    item.state = 'sent'
    options.onSent(item.kind)
  }

  function dispatch(item: Item): void {
    const key = `${item.order.elsewhere === true} ${item.order.systemId}`
    const queue = queues.get(key) ?? createFifo<Item>()
    queues.set(key, queue)
    const bind = queue.length === 0 ? bindFor(item.order) : undefined
    if (bind) send(item, bind)
    else queue.push(item)
  }

  function pump(): void {
    for (const queue of queues.values()) {
      for (let item = queue.peek(); item; item = queue.peek()) {
        const bind = bindFor(item.order)
        if (!bind) break
        queue.shift()
        send(item, bind)
      }
    }
  }

  function settle(item: Item, state: 'acknowledged' | 'refused'): void {
    item.state = state
    item.order.onSettled?.(item)
  }

  function again(item: Item, delayMs: number): void {
    item.state = 'waiting'
    options.schedule.after(delayMs, () => dispatch(item))
  }

  function note(item: Item, status: number | 'lost'): void {
    item.answers.push(status)
    options.onAnswer(status)
    if (status === STATUS.ROK) settle(item, 'acknowledged')
    else if (FINAL_REFUSALS.has(status) || item.answers.length >= MAX_SENDINGS) settle(item, 'refused')
    else again(item, status === 'lost' ? 0 : options.redeliverMs)
  }

  return {
    get waiting() {
      return [...queues.values()].reduce((sum, { length }) => sum + length, 0)
    },
    post(order) {
      const item: Item = { kind: order.kind, pdu: order.pdu, answers: [], state: 'waiting', order }
      options.onPosted(item)
      dispatch(item)
    },
    answer(bind, sequenceNumber, status) {
      const item = sent.get(bind)?.get(sequenceNumber)
      if (!item) return false
      sent.get(bind)?.delete(sequenceNumber)
      bind.undelivered -= 1
      note(item, status)
      pump()
      return true
    },
    pump,
    lost(bind) {
      const unanswered = sent.get(bind)
      sent.delete(bind)
      for (const item of unanswered?.values() ?? []) note(item, 'lost')
      pump()
    },
  }
}
