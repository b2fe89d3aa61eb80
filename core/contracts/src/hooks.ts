import type { ErrorCategory } from './error.ts'
import type { Priority } from './message.ts'
import type { Principal } from './principal.ts'
import type { SubmitRequest } from './submissions.ts'

/** How a hook may refuse a request: what each interface has an answer for. @stability experimental */
export const REFUSAL_CATEGORIES = [
  'invalid',
  'forbidden',
  'conflict',
  'throttled',
  'unavailable',
] as const satisfies readonly ErrorCategory[]

/** @stability experimental */
export type RefusalCategory = (typeof REFUSAL_CATEGORIES)[number]

/**
 * A request that is about to be accepted. It belongs to the gateway: a hook reads it and does not change it.
 *
 * @stability experimental
 */
export interface RequestToAccept {
  readonly principal: Principal
  /** With what hooks before this one have changed. Numbers and texts are as the client wrote them. */
  readonly request: SubmitRequest
}

/** What becomes of a request. Undefined: it stays as it is. @stability experimental */
export type AcceptDecision = HookRefusal | RequestChanges | undefined

/**
 * The request is refused as a whole, and nothing of it is stored. Its code is `refused-by-hook`.
 *
 * @stability experimental
 */
export interface HookRefusal {
  readonly refuse: {
    readonly category: RefusalCategory
    /** Why, for the client: 1 to 500 characters. */
    readonly text: string
  }
}

/** @stability experimental */
export interface RequestChanges {
  /** One for each message of the request, in order; undefined: it stays as it is. */
  readonly messages: readonly (MessageChanges | undefined)[]
}

/** What a hook may change of a message. What is absent stays as it is. @stability experimental */
export interface MessageChanges {
  /** In the place of `SubmitMessage.from`: a channel of the client by its address. */
  readonly from?: string | undefined
  /** The route it takes, whatever the rules say: one of the configuration. `beforeRouting` is then not asked. */
  readonly route?: string | undefined
  /**
   * What a part costs the client, in its currency: a decimal number of at most 9 digits before the point and 6 after
   * it.
   */
  readonly pricePerPart?: string | undefined
}

/** A message whose route is chosen now. @stability experimental */
export interface MessageToRoute {
  readonly clientId: number
  readonly origin: string
  /** The channel it goes out from. */
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly parts: number
  readonly priority: Priority
  /** The route by the rules of the configuration, or by the hook before this one. */
  readonly route: string
}

/**
 * Where a plugin has a say in what is sent. What comes after the end of a message needs no hook: `MessageEvents` and
 * `EventLog` tell of each final state at least once, and `OwnTables.eachOnce` makes it exactly once.
 *
 * Hooks are asked in turn, each with what requests have gathered meanwhile, on the node that takes the requests in.
 * Clients wait for them: they are to answer from memory, or nearly so. Not asked are they about messages that the
 * gateway sends on its own (replies, confirmations, forwards). A segment of a long text (`Segments`) is asked about by
 * itself, as a message; it may be refused, but not changed, and what segments are joined to is not routed by hooks.
 *
 * @stability experimental
 */
export interface Hooks {
  /** Lower ones are asked first, those of one number in the order of the names of their instances. Default 100. */
  readonly order?: number | undefined
  /** How long a call may take, in milliseconds, 1 to 1,000. Default 50. */
  readonly deadlineMs?: number | undefined
  /**
   * What becomes of all that a call was about when it throws, takes too long, or answers what cannot be; also when the
   * instance is out of service. `refuse`: it is refused as `unavailable`/`hook-failed`. `pass`: it goes on as if the
   * hook had not been asked.
   */
  readonly onFault: 'refuse' | 'pass'
  /**
   * Asked before requests are checked and stored, for up to 250 at once. Returns, or resolves with, one decision for
   * each, in order. The signal aborts at the deadline.
   */
  beforeAccepting?(
    requests: readonly RequestToAccept[],
    signal: AbortSignal,
  ): readonly AcceptDecision[] | Promise<readonly AcceptDecision[]>
  /**
   * Asked when messages have passed their checks and not yet been paid for. Returns, or resolves with, the name of a
   * route for each, in order; undefined: the one it has. The signal aborts at the deadline.
   */
  beforeRouting?(
    messages: readonly MessageToRoute[],
    signal: AbortSignal,
  ): readonly (string | undefined)[] | Promise<readonly (string | undefined)[]>
}

/**
 * What `Hooks.order` and `Hooks.deadlineMs` are where a plugin does not say, and the most that the latter may be.
 *
 * @stability experimental
 */
export const HOOK_DEFAULTS = { order: 100, deadlineMs: 50, mostMs: 1_000 } as const
