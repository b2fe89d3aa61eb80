import { setTimeout as delay } from 'node:timers/promises'
import type { RequestOutcome } from '@heliograph/smpp'
import type { PreparedJob } from '../generator/serve-job.ts'
import { bindClient, type Client } from './client.ts'
import type { SmppJob, SmppResult } from './job.ts'
import { Ledger } from './ledger.ts'

const REBIND_PAUSE_MS = 100
const TICK_MS = 2

/** Resolves with a load that waits to be started, with all sessions bound. */
export async function prepareSmppLoad(job: SmppJob): Promise<PreparedJob<SmppResult>> {
  const load = new SmppLoad(job)
  await load.bind()
  return load
}

class SmppLoad implements PreparedJob<SmppResult> {
  readonly #job: SmppJob
  readonly #ledger: Ledger
  readonly #clients = new Set<Client>()
  readonly #refused: Record<string, number> = {}
  readonly #unanswered: Record<string, number> = {}
  readonly #course = { accepted: [] as number[], receipts: [] as number[] }
  #next = 0
  #settled = 0
  #rebinds = 0
  #beganMs = 0
  #lastAnswerMs = 0
  #lastEventMs = 0
  #hasEnded = false
  #end: (failure?: Error) => void = () => {}
  #lost: Error | undefined

  constructor(job: SmppJob) {
    this.#job = job
    this.#ledger = new Ledger(job.messages)
  }

  async bind(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: this.#job.sessions }, () => this.#bindOne()))
    } catch (error) {
      this.#close()
      throw error
    }
  }

  async run(): Promise<SmppResult> {
    if (this.#lost !== undefined) throw this.#lost
    const cpuBefore = process.cpuUsage()
    this.#beganMs = this.#lastEventMs = this.#lastAnswerMs = performance.now()
    const timer = setInterval(() => this.#tick(), TICK_MS)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#end = (failure) => (failure === undefined ? resolve() : reject(failure))
        this.#tick()
      })
      return this.#result(process.cpuUsage(cpuBefore))
    } finally {
      clearInterval(timer)
      this.#close()
    }
  }

  #close(): void {
    this.#hasEnded = true
    for (const client of this.#clients) client.close()
  }

  async #bindOne(): Promise<void> {
    const client = await bindClient(this.#job, {
      onReceipt: (messageId, isDelivered) => this.#onReceipt(messageId, isDelivered),
      onClosed: (closed) => this.#onClosed(closed),
    })
    this.#clients.add(client)
    if (this.#hasEnded) client.close()
  }

  #onClosed(client: Client): void {
    this.#clients.delete(client)
    if (this.#hasEnded) return
    if (this.#job.reconnect) void this.#rebind()
    else {
      this.#lost = new Error('The server closed a session')
      this.#end(this.#lost)
    }
  }

  /** Tries until the server is back, or the load is over. */
  async #rebind(): Promise<void> {
    while (!this.#hasEnded) {
      try {
        await this.#bindOne()
        this.#rebinds += 1
        return
      } catch {
        await delay(REBIND_PAUSE_MS)
      }
    }
  }

  get #mayBegin(): boolean {
    const { messages, seconds } = this.#job
    if (this.#next >= messages || this.#hasEnded) return false
    return seconds === undefined || performance.now() - this.#beganMs < seconds * 1000
  }

  #tick(): void {
    const { messagesPerSecond, patienceMs } = this.#job
    const nowMs = performance.now()
    if (messagesPerSecond === undefined) for (const client of this.#clients) this.#fill(client)
    else this.#submitDue(messagesPerSecond, nowMs)
    if (this.#isComplete || nowMs - this.#lastEventMs > patienceMs) this.#end()
  }

  get #isComplete(): boolean {
    if (this.#mayBegin || this.#settled < this.#next) return false
    return !this.#job.receipts || this.#ledger.withReceipt >= this.#ledger.accepted
  }

  /** The closed loop: keeps the window of each session full. */
  #fill(client: Client): void {
    while (client.isOpen && client.outstanding < this.#job.window && this.#mayBegin) {
      void this.#submit(client, performance.now())
    }
  }

  /**
   * The open loop: sends due messages over the sessions in turn; their latency counts from the moment they fell due.
   */
  #submitDue(messagesPerSecond: number, nowMs: number): void {
    const open = [...this.#clients].filter(({ isOpen }) => isOpen)
    const intervalMs = 1000 / messagesPerSecond
    for (;;) {
      const dueMs = this.#beganMs + this.#next * intervalMs
      const client = open[this.#next % open.length]
      if (client === undefined || dueMs > nowMs || !this.#mayBegin) return
      void this.#submit(client, dueMs)
    }
  }

  async #submit(client: Client, startMs: number): Promise<void> {
    const index = this.#next++
    this.#ledger.start(index, startMs)
    this.#settle(index, await client.submit(index))
    if (this.#job.messagesPerSecond === undefined) this.#fill(client)
  }

  #settle(index: number, outcome: RequestOutcome): void {
    this.#settled += 1
    if (outcome.kind !== 'response') {
      this.#unanswered[outcome.kind] = (this.#unanswered[outcome.kind] ?? 0) + 1
      return
    }
    this.#lastAnswerMs = this.#lastEventMs = performance.now()
    const { commandStatus } = outcome.pdu
    if (commandStatus === 0 && outcome.pdu.command === 'submit_sm_resp') {
      this.#ledger.accept(index, outcome.pdu.messageId, this.#lastAnswerMs)
      this.#note(this.#course.accepted)
    } else {
      const status = `0x${commandStatus.toString(16)}`
      this.#refused[status] = (this.#refused[status] ?? 0) + 1
    }
  }

  #onReceipt(messageId: string, isDelivered: boolean): void {
    this.#lastEventMs = performance.now()
    this.#ledger.receive(messageId, isDelivered, this.#lastEventMs)
    this.#note(this.#course.receipts)
  }

  #note(perSecond: number[]): void {
    const second = Math.floor((this.#lastEventMs - this.#beganMs) / 1000)
    while (perSecond.length <= second) perSecond.push(0)
    perSecond[second] = (perSecond[second] ?? 0) + 1
  }

  #result(cpu: NodeJS.CpuUsage): SmppResult {
    return {
      submitted: this.#next,
      accepted: this.#ledger.accepted,
      refused: this.#refused,
      unanswered: this.#unanswered,
      rebinds: this.#rebinds,
      firstAtMs: performance.timeOrigin + this.#beganMs,
      lastAnswerAtMs: performance.timeOrigin + this.#lastAnswerMs,
      latency: this.#ledger.answerLatency(),
      receipts: this.#ledger.receiptCounts(),
      course: this.#course,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      acceptedIds: this.#job.keepIds ? this.#ledger.acceptedIds : new Float64Array(),
    }
  }
}
