import type { OutboundRequest } from '@heliograph/contracts'
import type { LogLevel } from '../capture-logger.ts'
import type { MemoryEvent } from '../memory/memory-services.ts'
import type { StoredMessage } from '../memory/messages.ts'
import type { AdapterKit } from './adapter-kit.ts'
import type { ResponseExpectation } from './expectation.ts'
import type { Pattern } from './match.ts'
import type { TestRequest } from './test-request.ts'

/** The fields that matter, each with a pattern; see `Pattern`. @stability stable */
export type Partially<T> = { readonly [K in keyof T]?: Pattern }

/** The response and every other effect. **What is not listed must not happen.** @stability stable */
export interface CaseExpectation extends ResponseExpectation {
  readonly status: number
  /** Messages accepted, in order. */
  readonly submitted?: readonly Partially<StoredMessage>[] | undefined
  /** Bulks and subscriptions changed, in order. */
  readonly events?: readonly Partially<MemoryEvent & Record<string, unknown>>[] | undefined
  /** Requests made to other servers, in order. */
  readonly outbound?: readonly Partially<OutboundRequest>[] | undefined
  /** Log lines at `warn` and `error`, in order. */
  readonly logs?: readonly { readonly level: LogLevel; readonly text: string | RegExp }[] | undefined
}

/** One row of an adapter's table. @stability stable */
export interface AdapterCase {
  /** What the interface does, as a sentence: `names the missing field`. */
  readonly name: string
  /** Merged over the base request. A function sees what `before` has set up. */
  readonly request: TestRequest | ((kit: AdapterKit) => TestRequest)
  readonly expect: CaseExpectation | ((kit: AdapterKit) => CaseExpectation)
  /** Sets the scene: messages, other accounts, faults. Its effects do not count as those of the row. */
  readonly before?: ((kit: AdapterKit) => void | Promise<void>) | undefined
}

/**
 * One row for an interface with its own connections: what a client does there, and what comes of it.
 * @stability stable
 */
export interface ExchangeCase {
  readonly name: string
  /**
   * What the client does, over a connection that it closes; resolves with the answer it got, even a refusal. The
   * instance is started: `kit.adapter.address?.()` returns where it listens.
   */
  readonly exchange: (kit: AdapterKit) => Promise<unknown>
  readonly expect: { readonly answer: Pattern } & Omit<CaseExpectation, keyof ResponseExpectation>
  /** Sets the scene. Its effects do not count as those of the row. */
  readonly before?: ((kit: AdapterKit) => void | Promise<void>) | undefined
}

/**
 * A request with which a client asks for one of its own messages. The kit derives from it that a message of another
 * account is answered as if it did not exist.
 * @stability stable
 */
export interface ReadCase {
  readonly name: string
  readonly request: (message: StoredMessage) => TestRequest
  /** Whether the response is about the message. */
  readonly shows: (text: string, message: StoredMessage) => boolean
}

export type { AdapterKit }
