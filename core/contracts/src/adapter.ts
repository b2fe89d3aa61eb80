import type { Static, TObject } from 'typebox'
import type { CheckFinding } from './check.ts'
import type { ConfigDeprecation } from './config.ts'
import type { ModuleContext } from './context.ts'
import type { GatewayError } from './error.ts'
import type { Health } from './health.ts'
import type { HttpRequest, HttpResponse, RouteSpec } from './http.ts'
import type { ReceiptNotice, ReceiptRequest } from './receipt-form.ts'
import type { ServiceTokens } from './service.ts'
import type { ApiVersion } from './version.ts'

/** What an adapter promises; the conformance kit runs the cases that follow from it. */
export interface AdapterCapabilities {
  /** Clients can send messages through it. */
  readonly submit: boolean
  /** It has HTTP routes (`routes` and `formatError` are then required). */
  readonly http: boolean
  /** How clients learn of delivery: `poll` an operation, `push` over the interface's own connection, or not here at all. */
  readonly receipts: 'poll' | 'push' | 'none'
  /** Clients can fetch or are sent incoming SMS over it. */
  readonly incoming: boolean
}

/**
 * A client interface as a package: data plus one factory. Importing the package does nothing.
 */
export interface AdapterModule<C extends TObject = TObject, D extends ServiceTokens = ServiceTokens> {
  readonly kind: 'adapter'
  /** Checked by the host before `create`. */
  readonly apiVersion: ApiVersion
  /** Kebab-case; the suffix of the package name. */
  readonly id: string
  /** The package's version. */
  readonly version: string
  /** Every field has a `description`; unknown fields are refused (`additionalProperties: false`). */
  readonly configSchema: C
  readonly deprecations?: readonly ConfigDeprecation[] | undefined
  readonly capabilities: AdapterCapabilities
  readonly deps: D
  /** Wires only: no I/O, no timers. Called once for each configured instance. */
  create(context: ModuleContext<D>, config: Static<C>): Adapter
}

/** What an example is filled in with. */
export interface ExampleValues {
  /** Where clients reach the gateway, without a trailing slash. */
  readonly url: string
  readonly apiKey: string
  /** Of the user whose key it is. */
  readonly email: string
  /** The client whose key it is. */
  readonly clientId: number
  /** A number to send to, E.164 digits. */
  readonly to: string
}

/** One configured instance of an adapter. */
export interface Adapter {
  /** Declared routes; required by the capability `http`. */
  readonly routes?: readonly RouteSpec[] | undefined
  /**
   * Turns an error into this interface's own form: what a handler of the instance threw, and what the host found wrong before it could call
   * one (`too-large`, `method-not-allowed`, `invalid` for a broken request). Must not throw. Required by the capability `http`.
   */
  formatError?(error: GatewayError, request: HttpRequest): HttpResponse
  /**
   * Writes the receipt of a message that was sent with a `ReceiptForm` naming this instance. `context` is that form's.
   *
   * Called where webhooks are sent, which is any node with that role: the instance was created there and maybe never started. So it is a pure function of its arguments and
   * of the configuration: no I/O, no clock, nothing remembered, the same request for the same notice. It must be quick and synchronous. What it throws, and a request that
   * cannot be sent, is logged and fails the attempt; the usual attempts follow, and an operator can have the receipt sent again later.
   */
  formatReceipt?(notice: ReceiptNotice, context: string): ReceiptRequest
  /** Opens what it needs (sockets, timers). Rejecting stops the gateway, unless the instance is configured `optional`. */
  start?(signal: AbortSignal): Promise<void>
  /** Drains and closes. Idempotent, and safe after a failed or missing `start`. */
  stop?(signal: AbortSignal): Promise<void>
  health?(): Health
  /**
   * A command for people who try the interface out, in one line and with curl alone: the demo prints it. It must do what most clients come for. The values need no
   * quoting within single or double quotes.
   */
  example?(values: ExampleValues): string
  /** Path of what describes the interface to its clients, for people: a page, say. Absent: it has none of its own. */
  readonly documentation?: string | undefined
  /**
   * Tries out what the instance needs from outside, for `heliograph check`: peers that have to be reached, files that have to be there. Called on an instance that
   * was created and not started; must change nothing, hold nothing open afterwards and heed `signal`.
   */
  check?(signal: AbortSignal): Promise<readonly CheckFinding[]>
  /** Where it will listen itself once it is started, beside the host's HTTP listeners. */
  readonly listeners?: readonly OwnListener[] | undefined
  /** The ports it has open itself, beside the host's HTTP listeners; undefined while it has none. `tlsPort` is the one that speaks TLS. */
  address?(): { readonly port: number; readonly tlsPort?: number | undefined } | undefined
}

/** A socket that an instance listens on itself. */
export interface OwnListener {
  /** The place of its `host` and `port` in the configuration of the instance, dotted; empty for its top. */
  readonly path: string
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
}

/** Types an adapter module. It returns its argument and exists so that options can be added without breaking existing packages. */
export function defineAdapter<C extends TObject, D extends ServiceTokens>(
  module: Omit<AdapterModule<C, D>, 'kind'>,
): AdapterModule<C, D> {
  return { ...module, kind: 'adapter' }
}
