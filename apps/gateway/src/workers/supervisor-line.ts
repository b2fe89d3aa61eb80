import cluster from 'node:cluster'
import type { Gateway } from '../gateway.ts'
import type { Answer, FromWorker, Question, ToWorker, WorkerOrder } from './messages.ts'

/** How often a worker says that its event loop turns. */
const TURNING_MS = 10_000

const NOT_SERVING: Answer = { status: 503, headers: {}, body: '' }

/** The supervisor of this process, as the process sees it. */
export class SupervisorLine {
  readonly #reported = new AbortController()
  readonly #hurried = new AbortController()
  #gateway: Pick<Gateway, 'reload' | 'askAdmin'> | undefined
  #begin: (order: WorkerOrder) => void = () => undefined
  #releaseLog = (): void => undefined

  /** What this worker is. */
  readonly order = new Promise<WorkerOrder>((resolve) => {
    this.#begin = resolve
  })
  readonly logReleased = new Promise<void>((resolve) => {
    this.#releaseLog = resolve
  })

  constructor() {
    process.on('message', (message) => this.#take(message as ToWorker))
    // Node would end the process at once.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    process.once('disconnect', () => this.#stop(true))
    void this.tell({ kind: 'listening' })
    setInterval(() => void this.tell({ kind: 'turning' }), TURNING_MS).unref()
  }

  /** Aborted when this worker is to stop: it was told to, or its supervisor is gone. */
  get reported(): AbortSignal {
    return this.#reported.signal
  }

  /** Aborted when the stop is not to wait for load balancers. */
  get hurried(): AbortSignal {
    return this.#hurried.signal
  }

  /** Resolves once it is on its way; without effect when the supervisor is gone. */
  tell(message: FromWorker): Promise<void> {
    return new Promise((resolve) => {
      if (process.send === undefined || !process.connected) resolve()
      else process.send(message, undefined, undefined, () => resolve())
    })
  }

  /** Passes on what is asked and told from now on. */
  serve(gateway: Pick<Gateway, 'reload' | 'askAdmin'>): void {
    this.#gateway = gateway
  }

  /** Lets the process end. */
  close(): void {
    process.channel?.unref()
  }

  #take(message: ToWorker): void {
    switch (message.kind) {
      case 'begin':
        this.#begin(message.order)
        break
      case 'release-log':
        this.#releaseLog()
        break
      case 'stop':
        this.#stop(message.hurry)
        break
      case 'reload':
        // What came of it is logged.
        void this.#gateway?.reload().catch(() => undefined)
        break
      case 'ask':
        void this.#answer(message.id, message.request)
    }
  }

  #stop(hurry: boolean): void {
    if (hurry) this.#hurried.abort()
    this.#reported.abort()
  }

  async #answer(id: number, request: Question): Promise<void> {
    const answer = await this.#ask(request).catch((): Answer => ({ ...NOT_SERVING, status: 500 }))
    await this.tell({ kind: 'answer', id, answer })
  }

  async #ask({ body, ...request }: Question): Promise<Answer> {
    if (this.#gateway === undefined) return NOT_SERVING
    const {
      status,
      headers,
      body: octets,
    } = await this.#gateway.askAdmin({
      ...request,
      body: Buffer.from(body, 'latin1'),
    })
    return { status, headers: present(headers), body: octets.toString('latin1') }
  }
}

function present(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
