import type { ReceiptStatus } from './network.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What every step has. Times are milliseconds since the epoch, by this node's clock. */
interface Timed {
  /** The request that the step belongs to, as in `SubmitRequest`. */
  readonly requestId: string
  readonly startedAt: number
  readonly endedAt: number
}

/** A request at the edge, from when it was complete to its answer. @stability experimental */
export interface RequestStep extends Timed {
  readonly kind: 'request'
  /** Empty for a path that no instance has. */
  readonly instanceId: string
  /** `submit` for one over a connection of another kind than HTTP. */
  readonly method: string
  /** The path of the route as declared, never with values; empty where there is none. */
  readonly route: string
  /** HTTP status; null where there is none. */
  readonly status: number | null
  /** Whether it failed by a fault of the gateway's side. */
  readonly isFault: boolean
  /** The header as it came (W3C Trace Context). Only a trusted proxy's has `requestId` as its trace id. */
  readonly traceparent: string | undefined
}

/**
 * The messages of a request have been stored. A request that nothing was stored of has no such step.
 * @stability experimental
 */
export interface AcceptStep extends Timed {
  readonly kind: 'accept'
  readonly origin: string
  readonly clientId: number
  readonly messages: number
  /** Of the first one. */
  readonly smsId: number
}

/** A message was handed to a link, and the link answered; with what came of it. @stability experimental */
export interface SubmitStep extends Timed {
  readonly kind: 'submit'
  readonly smsId: number
  /** `<instance>/<name>`. */
  readonly link: string
  readonly attempt: number
  /** Of its first part, as in `PartOutcome`. */
  readonly outcome: string
}

/** A network reported on a message. Starts and ends when the report is stored. @stability experimental */
export interface ReceiptStep extends Timed {
  readonly kind: 'receipt'
  readonly smsId: number
  readonly link: string
  readonly attempt: number
  readonly part: number
  readonly status: ReceiptStatus
}

/** A webhook about a message was called. @stability experimental */
export interface WebhookStep extends Timed {
  readonly kind: 'webhook'
  readonly smsId: number
  readonly webhookId: number
  readonly attempt: number
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  readonly verdict: 'delivered' | 'failed' | 'try-again'
}

/** @stability experimental */
export type Step = RequestStep | AcceptStep | SubmitStep | ReceiptStep | WebhookStep

/**
 * What this node does for requests and their messages, as it does it: for traces. Nothing is kept and nothing is told
 * twice, so a step may be missing after a crash; the steps of a message may be told on several nodes. Steps of messages
 * without a request are not told. While there is no watcher, it costs nothing.
 * @stability experimental
 */
export interface Steps {
  /**
   * Calls the watcher with each step, in the middle of the work: it has to return at once. What it throws is logged
   * and has no other effect. The returned function ends it; idempotent.
   */
  watch(watcher: (step: Step) => void): () => void
}

export const Steps: ServiceToken<Steps> = defineService('heliograph.steps')

/** `Steps` with the side that tells them. @stability experimental */
export interface StepFeed extends Steps {
  /** Ask before making a step. */
  readonly isWatched: boolean
  tell(step: Step): void
}

/** @param onError - called with what a watcher throws @stability experimental */
export function createStepFeed(onError: (error: unknown) => void): StepFeed {
  const watchers = new Set<(step: Step) => void>()
  return {
    get isWatched() {
      return watchers.size > 0
    },
    tell(step) {
      for (const watcher of watchers) {
        try {
          watcher(step)
        } catch (error) {
          onError(error)
        }
      }
    },
    watch(watcher) {
      // Of its own, so that one that watches twice can stop once.
      const own = (step: Step) => watcher(step)
      watchers.add(own)
      return () => void watchers.delete(own)
    },
  }
}
