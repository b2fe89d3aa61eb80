import type { Clock, Logger } from '@heliograph/contracts'
import { CommandError } from '../command-error.ts'
import type { ErrorReport } from '../report-error.ts'
import type { Answer, FromWorker, Question, ReadyGateway, ToWorker, WorkerOrder } from './messages.ts'
import type { ForkWorker, WorkerProcess } from './worker-process.ts'

/** A worker of which nothing is heard for this long is ended: its event loop does not turn any more. */
export const SILENT_MS = 60_000

export interface WorkerOptions {
  readonly name: string
  readonly fork: ForkWorker
  readonly clock: Clock
  readonly logger: Logger
  readonly onWait: (reason: string) => void
}

/** How the process of a worker ended. */
export interface WorkerEnd {
  readonly reason: string
  /** It was told to stop, and nothing went wrong. */
  readonly isOrderly: boolean
  readonly error: CommandError
}

/** One of several processes that share their ports; it may be started again when it has ended. */
export class Worker {
  readonly #options: WorkerOptions
  readonly #questions = new Map<number, (answer: Answer | undefined) => void>()
  #process: WorkerProcess | undefined
  /** What is told once the process listens; undefined when it does. */
  #unreported: ToWorker[] | undefined
  #asked = 0
  #gateway: ReadyGateway | undefined
  #failure: ErrorReport | undefined
  #state = NOT_STARTED
  #ended: Promise<WorkerEnd> | undefined
  #cancelSilence = (): void => undefined

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  get isReady(): boolean {
    return this.#gateway !== undefined
  }

  /** Whether it has a process. */
  get isRunning(): boolean {
    return this.#process !== undefined
  }

  /** Why it is not ready, for people. */
  get state(): string {
    return this.#state
  }

  /** How the process that was started last ends. */
  get ended(): Promise<WorkerEnd> {
    if (this.#ended === undefined) throw new Error('The worker has not been started.')
    return this.#ended
  }

  /** Starts a process. Resolves once everything listens; rejects with a `CommandError` when it ends before that. */
  start(order: WorkerOrder): Promise<ReadyGateway> {
    this.#state = 'It starts.'
    this.#failure = undefined
    this.#unreported = [{ kind: 'begin', order }]
    return new Promise((resolve, reject) => {
      this.#ended = new Promise((end) => {
        this.#process = this.#options.fork({
          onMessage: (message) => this.#take(message, resolve),
          onEnd: (code, signal) => {
            const ended = this.#end(code, signal)
            reject(ended.error)
            end(ended)
          },
        })
      })
      this.#listenForSilence()
    })
  }

  tell(message: ToWorker): void {
    if (this.#unreported === undefined) this.#process?.tell(message)
    else this.#unreported.push(message)
  }

  /** Ends its process at once. */
  kill(): void {
    this.#process?.kill()
  }

  /** Asks its admin port. Resolves with undefined when it is not ready, or does not answer in time. */
  ask(request: Question, limitMs: number): Promise<Answer | undefined> {
    if (!this.isReady) return Promise.resolve(undefined)
    const id = this.#asked++
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        cancel()
        this.#questions.delete(id)
        resolve(answer)
      }
      const cancel = this.#options.clock.after(limitMs, () => settle(undefined))
      this.#questions.set(id, settle)
      this.tell({ kind: 'ask', id, request })
    })
  }

  #take(message: FromWorker, ready: (gateway: ReadyGateway) => void): void {
    this.#listenForSilence()
    switch (message.kind) {
      case 'listening':
        this.#reportLeft()
        break
      case 'waiting':
        this.#state = `It waits for the database: ${message.reason}`
        this.#options.onWait(message.reason)
        break
      case 'ready':
        this.#gateway = message.gateway
        ready(message.gateway)
        break
      case 'answer':
        this.#questions.get(message.id)?.(message.answer)
        break
      case 'failed':
        this.#failure = message.error
    }
  }

  #reportLeft(): void {
    const unreported = this.#unreported ?? []
    this.#unreported = undefined
    for (const message of unreported) this.tell(message)
  }

  #listenForSilence(): void {
    const { clock, logger, name } = this.#options
    this.#cancelSilence()
    this.#cancelSilence = clock.after(SILENT_MS, () => {
      logger.error({ worker: name }, `no heartbeat from this worker for ${SILENT_MS / 1000} s; stopping it`)
      this.kill()
    })
  }

  #end(code: number | null, signal: NodeJS.Signals | null): WorkerEnd {
    this.#cancelSilence()
    this.#process = undefined
    this.#gateway = undefined
    for (const settle of [...this.#questions.values()]) settle(undefined)
    const reason = this.#failure?.message ?? reasonOf(code, signal)
    this.#state = `It has ended and is started again: ${reason}`
    const error =
      this.#failure === undefined
        ? new CommandError('worker-ended', `The worker ${this.name} ended: ${reason}.`)
        : new CommandError(this.#failure.code, reason, { details: this.#failure.details })
    return { reason, isOrderly: code === 0 && this.#failure === undefined, error }
  }
}

const NOT_STARTED = 'It has not been started.'

function reasonOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return `killed by ${signal}`
  return code === null ? 'it cannot be started' : `exit code ${code}`
}
