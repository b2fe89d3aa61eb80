import type { Clock } from '@heliograph/contracts'
import { systemClock } from '@heliograph/contracts'
import { type ListenTls, listenSmpp, STATUS } from '@heliograph/smpp'
import { type Behaviour, createScript, type ReceiptBehaviour, type SubmitBehaviour } from './behaviour.ts'
import type { FakeBind, LiveBind } from './bind.ts'
import { serveConnection } from './connection.ts'
import { noCounts, type SmscCore, type SmscCounts, type SmscSettings } from './core.ts'
import { addressOf, type IncomingOrder, incomingPdus } from './incoming.ts'
import { createJoinedTexts } from './joined-texts.ts'
import { createKept } from './kept.ts'
import { createOutbox, type SentDelivery } from './outbox.ts'
import { createRate } from './rate.ts'
import { receiptPdu } from './receipts.ts'
import type { ReceivedSubmit, ReceivedText } from './received.ts'
import { createSchedule } from './schedule.ts'
import { createWaiters } from './waiters.ts'

/** @stability stable */
export interface FakeSmscOptions extends Partial<SmscSettings> {
  /** Default: any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** TLS instead of plain connections. */
  readonly tls?: ListenTls | undefined
  readonly behaviour?: Behaviour | undefined
  /** Number of the first message; default 1,000,000,001. */
  readonly firstId?: bigint | undefined
  /** Number of unanswered deliver_sm allowed at once on a bind, default 100. */
  readonly deliveryWindow?: number | undefined
  /** Time in ms until a delivery that a client refused temporarily is sent again, default 100. */
  readonly redeliverMs?: number | undefined
  /**
   * How many of the last submits, texts, deliveries and binds are kept, default 100,000. With 0 nothing is kept, and
   * texts are not decoded.
   */
  readonly keep?: number | undefined
  readonly clock?: Clock | undefined
}

/** A receipt that no submit triggers. @stability stable */
export interface ReceiptOrder
  extends Omit<ReceiptBehaviour, 'id' | 'idFormat' | 'before' | 'delayMs' | 'fromOtherLink'> {
  readonly messageId: string
  /** Addresses of the submit it is about. */
  readonly from: string
  readonly to: string
  /** The system id of the client to send to. By default that of the first bind that receives, else of any bind. */
  readonly systemId?: string | undefined
}

/** A mobile network that speaks SMPP 3.4 and behaves as instructed. @stability stable */
export interface FakeSmsc {
  readonly port: number
  readonly host: string
  /** May be changed at any time. */
  readonly settings: SmscSettings
  readonly counts: Readonly<SmscCounts>
  /** Every bind so far, oldest first. */
  readonly binds: readonly FakeBind[]
  /** Every submit, including refused ones, in the order they arrived. */
  readonly received: readonly ReceivedSubmit[]
  /** The texts that were taken, long messages joined, in the order they became complete. */
  readonly texts: readonly ReceivedText[]
  /** Receipts and incoming messages sent to clients. */
  readonly deliveries: readonly SentDelivery[]
  /** Deliveries that wait because no bind has had room for them. */
  readonly waitingDeliveries: number
  setBehaviour(behaviour: Behaviour): void
  /** These apply to the next submits, one each. */
  script(...behaviours: readonly SubmitBehaviour[]): void
  /** Scripted behaviours that no submit has used yet. */
  readonly waitingScript: number
  /** Resolves when the client has taken every part, or refused it for good. */
  sendIncoming(order: IncomingOrder): Promise<readonly SentDelivery[]>
  /** Resolves when the client has taken the receipt (each of `times`), or refused it for good. */
  sendReceipt(order: ReceiptOrder): Promise<readonly SentDelivery[]>
  /** Gives the answers that were held back, in order. */
  answerHeld(): void
  /** Cuts off all connections. */
  dropConnections(): void
  /**
   * Restores the initial state on the same port: no connections, no records, nothing waiting, behaviour and settings as
   * given. Ids continue.
   */
  reset(): Promise<void>
  /** Sends unbind on every bind; the client's answer ends the connection. */
  unbind(): void
  /** Waits until a condition is true; rejects after `timeoutMs` of real time (default 10,000, 0 for never). */
  until(what: string, isTrue: () => boolean, timeoutMs?: number): Promise<void>
  stop(): Promise<void>
}

const FIRST_ID = 1_000_000_001n
const KEEP = 100_000

/** Starts a network on its own port. @stability stable */
export async function startFakeSmsc(options: FakeSmscOptions = {}): Promise<FakeSmsc> {
  const { host = '127.0.0.1', keep = KEEP, port = 0, tls } = options
  const waiters = createWaiters()
  let id = (options.firstId ?? FIRST_ID) - 1n
  const newCore = () => createCore(options, keep, waiters.touch, () => ++id)
  let core = newCore()
  const listener = await listenSmpp({
    host,
    port,
    tls,
    onConnection: ({ socket }) => serveConnection(core, socket),
  })
  let lastReference = 0

  function post(kind: SentDelivery['kind'], pdu: SentDelivery['pdu'], systemId: string): Promise<SentDelivery> {
    return new Promise((resolve) => {
      core.outbox.post({ kind, pdu, systemId, onSettled: resolve })
    })
  }

  return {
    port: listener.port,
    host,
    get settings() {
      return core.settings
    },
    get counts() {
      return core.counts
    },
    get binds() {
      return core.allBinds.list
    },
    get received() {
      return core.submits.list
    },
    get texts() {
      return core.texts.list
    },
    get deliveries() {
      return core.deliveries.list
    },
    get waitingDeliveries() {
      return core.outbox.waiting
    },
    setBehaviour: (behaviour) => core.script.set(behaviour),
    script: (...behaviours) => core.script.next(...behaviours),
    get waitingScript() {
      return core.script.waiting
    },
    async sendIncoming(order) {
      const pdus = incomingPdus(order, () => ++lastReference)
      return Promise.all(pdus.map((pdu) => post('incoming', pdu, order.systemId ?? firstReceiver(core))))
    },
    async sendReceipt(order) {
      const pdu = strayReceipt(core, order)
      const sent = Array.from({ length: order.times ?? 1 }, () =>
        post('receipt', pdu, order.systemId ?? firstReceiver(core)),
      )
      return Promise.all(sent)
    },
    answerHeld() {
      for (const answer of core.held.splice(0)) answer()
    },
    dropConnections: listener.destroyConnections,
    async reset() {
      core.schedule.clear()
      core = newCore()
      listener.destroyConnections()
    },
    unbind() {
      for (const bind of core.binds) bind.send({ command: 'unbind' })
    },
    until: waiters.until,
    async stop() {
      core.schedule.clear()
      await listener.close()
      listener.destroyConnections()
    },
  }
}

function createCore(options: FakeSmscOptions, keep: number, touch: () => void, nextId: () => bigint): SmscCore {
  const { clock = systemClock } = options
  const schedule = createSchedule(clock)
  const counts = noCounts()
  const binds = new Set<LiveBind>()
  const settings = settingsOf(options)
  const rate = createRate(clock)
  const deliveries = createKept<SentDelivery>(keep)
  const outbox = createOutbox({
    schedule,
    window: options.deliveryWindow ?? 100,
    redeliverMs: options.redeliverMs ?? 100,
    binds: () => binds,
    onPosted: (delivery) => deliveries.push(delivery),
    onSent(kind) {
      if (kind === 'receipt') counts.receiptsSent += 1
      else counts.incomingSent += 1
    },
    onAnswer(status) {
      if (status === STATUS.ROK) counts.deliveriesAcknowledged += 1
      else if (status !== 'lost') counts.deliveriesRefused += 1
    },
  })
  return {
    clock,
    schedule,
    script: createScript(options.behaviour),
    settings,
    counts,
    binds,
    allBinds: createKept<LiveBind>(Math.max(keep, 1_000)),
    submits: createKept<ReceivedSubmit>(keep),
    texts: createJoinedTexts(keep),
    deliveries,
    outbox,
    keep,
    held: [],
    admit: () => rate.admit(settings.rate),
    nextId,
    touch,
  }
}

function settingsOf(options: FakeSmscOptions): SmscSettings {
  return {
    systemId: options.systemId ?? null,
    password: options.password ?? null,
    refuseBinds: options.refuseBinds ?? STATUS.ROK,
    maxBinds: options.maxBinds ?? 0,
    rate: options.rate ?? 0,
    window: options.window ?? 0,
    ignoreEnquireLinks: options.ignoreEnquireLinks ?? false,
    idFormat: options.idFormat ?? 'decimal',
  }
}

/** The system id to send to when none is given. */
function firstReceiver({ binds }: SmscCore): string {
  const [first] = [...binds].sort((a, b) => Number(b.receives) - Number(a.receives))
  if (first) return first.systemId
  throw new Error('There is no bind: name the system id that the delivery is to wait for')
}

function strayReceipt({ clock }: SmscCore, order: ReceiptOrder): SentDelivery['pdu'] {
  const now = new Date(clock.now())
  const about = {
    id: order.messageId,
    source: addressOf(order.from),
    destination: addressOf(order.to),
    text: '',
    submittedAt: now,
    doneAt: now,
  }
  return receiptPdu(about, order)
}
