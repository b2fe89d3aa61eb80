import type { Gateway, WorkerPart } from '../gateway.ts'
import type { ErrorReport } from '../report-error.ts'

/** What a worker is, told by its supervisor before anything else. */
export interface WorkerOrder extends WorkerPart {
  /** The name of its node. */
  readonly name: string
  /** The ports that the first worker got, by listener, for those that may have any free one. */
  readonly ports: Readonly<Record<string, number>>
  /** Whether log lines wait for `release-log`. */
  readonly holdsLog: boolean
}

/** What is told to a worker. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly order: WorkerOrder }
  | { readonly kind: 'release-log' }
  | { readonly kind: 'reload' }
  /** `hurry`: without the delay for load balancers. */
  | { readonly kind: 'stop'; readonly hurry: boolean }
  | { readonly kind: 'ask'; readonly id: number; readonly request: Question }

/** A request to the admin port. */
export interface Question {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Octets as Latin-1. */
  readonly body: string
  readonly remoteAddress: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Octets as Latin-1. */
  readonly body: string
}

/** What a worker tells. */
export type FromWorker =
  /** It listens to what is told; before that, nothing reaches it. */
  | { readonly kind: 'listening' }
  /** Its event loop turns. */
  | { readonly kind: 'turning' }
  /** It waits for the database. */
  | { readonly kind: 'waiting'; readonly reason: string }
  /** Everything listens. */
  | { readonly kind: 'ready'; readonly gateway: ReadyGateway }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  /** Why it ends. */
  | { readonly kind: 'failed'; readonly error: ErrorReport }

export type ReadyGateway = Pick<Gateway, 'addresses' | 'httpServer' | 'demo' | 'portal' | 'examples' | 'ports'>
