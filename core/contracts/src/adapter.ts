import type { Static, TObject } from 'typebox'
import type { CheckFinding } from './check.ts'
import type { ConfigDeprecation } from './config.ts'
import type { ModuleContext } from './context.ts'
import type { GatewayError } from './error.ts'
import type { Health } from './health.ts'
import type { HttpRequest, HttpResponse, RouteSpec } from './http.ts'
import type { IncomingNotice, IncomingReply } from './incoming-form.ts'
import type { TablesPart } from './own-tables.ts'
import type { ReceiptNotice, ReceiptRequest } from './receipt-form.ts'
import type { ServiceTokens } from './service.ts'
import type { ApiVersion } from './version.ts'

/** What an adapter promises; the conformance kit runs the cases that follow from it. @stability stable */
export interface AdapterCapabilities {
  /** Clients can send messages through it. */
  readonly submit: boolean
  /** It has HTTP routes (`routes` and `formatError` are then required). */
  readonly http: boolean
  /**
   * How clients learn of delivery. `poll`: by an operation. `push`: over the interface's own connection. `none`: not by
   * this interface.
   */
  readonly receipts: 'poll' | 'push' | 'none'
  /** Clients can fetch incoming SMS over it or are sent them. */
  readonly incoming: boolean
}

/**
 * A client interface as a package: data plus one factory. Importing the package does nothing.
 * @stability stable
 */
export interface AdapterModule<C extends TObject = TObject, D extends ServiceTokens = ServiceTokens> {
  readonly kind: 'adapter'
  /**
   * Checked by the host before `create`. For a minor version the host compares the range of `@heliograph/contracts` in
   * the package's manifest, before it imports the package.
   */
  readonly apiVersion: ApiVersion
  /** Kebab-case; the suffix of the package name. */
  readonly id: string
  /** The package's version. */
  readonly version: string
  /** Every field has a `description`; unknown fields are refused (`additionalProperties: false`). */
  readonly configSchema: C
  readonly deprecations?: readonly ConfigDeprecation[] | undefined
  readonly capabilities: AdapterCapabilities
  /**
   * The keys of the configuration, dotted, that a running instance takes over by `reconfigure`; `*` stands for any
   * name. A change of any other needs a restart. Absent: none.
   */
  readonly liveKeys?: readonly string[] | undefined
  /** Tables of its own, which `OwnTables` gives access to. Absent: it has none. */
  readonly tables?: TablesPart | undefined
  readonly deps: D
  /**
   * Creates an instance, without I/O or timers. Called once for each configured instance. Synchronous: what has to be
   * waited for belongs in `start`. An object literal has no methods but those of `Adapter`.
   */
  create(context: ModuleContext<D>, config: Static<C>): Adapter
}

/** The values to fill into an example. @stability stable */
export interface ExampleValues {
  /** Where clients reach the gateway, without a trailing slash. */
  readonly url: string
  readonly apiKey: string
  /** E-mail of the user that the key belongs to. */
  readonly email: string
  /** The client that the key belongs to. */
  readonly clientId: number
  /** A number to send to, E.164 digits. */
  readonly to: string
}

/** One configured instance of an adapter. @stability stable */
export interface Adapter {
  /** Declared routes; required by the capability `http`. */
  readonly routes?: readonly RouteSpec[] | undefined
  /**
   * Turns an error into this interface's own form: one that a handler of the instance threw, or one that the host found
   * before it could call a handler (`too-large`, `method-not-allowed`, `invalid` for a broken request). Must not throw.
   * Required by the capability `http`.
   */
  formatError?(error: GatewayError, request: HttpRequest): HttpResponse
  /**
   * Writes the receipt of a message that was sent with a `ReceiptForm` naming this instance. `context` is that form's.
   *
   * Called on any node that sends webhooks, where the instance has been created but perhaps never started. So it must
   * be a pure function of its arguments and the configuration: no I/O, no clock, no memory, and the same request for
   * the same notice. It must be quick and synchronous. An error that it throws, or a request that cannot be sent, is
   * logged and fails the attempt; the usual attempts follow, and an operator can have the receipt sent again later.
   */
  formatReceipt?(notice: ReceiptNotice, context: string): ReceiptRequest
  /**
   * Writes the receipts of one request for messages whose forms were `together`, at least two, in the order in which
   * the gateway learnt of them. A message may be among them more than once. Called as `formatReceipt` is, under the
   * same rules; that one writes what goes alone. Required by such forms.
   */
  formatReceipts?(notices: readonly ReceiptNotice[], context: string): ReceiptRequest
  /**
   * Writes an incoming SMS for the URL of a channel whose `incomingHandler` is `instance:` and the name of this
   * instance. Called as `formatReceipt` is, under the same rules.
   */
  formatIncoming?(notice: IncomingNotice): ReceiptRequest
  /**
   * The text that an answer to `formatIncoming` wants sent to the contact; null for none. A text of more than 10 parts
   * is not sent. Under the rules of `formatReceipt`; an answer that it throws at has no text.
   */
  readIncomingReply?(reply: IncomingReply): string | null
  /**
   * Opens what it needs (sockets, timers). If it rejects, the gateway stops, unless the instance is configured as
   * `optional`.
   */
  start?(signal: AbortSignal): Promise<void>
  /** Drains and closes. Idempotent, and safe after a failed or missing `start`. */
  stop?(signal: AbortSignal): Promise<void>
  health?(): Health
  /**
   * Takes over a configuration, of the type of `configSchema`, that differs in `liveKeys` only. Open connections stay
   * open and may keep the old values; new ones follow the new values. Throws for values that cannot be used, and then
   * changes nothing. Called on a started instance, between two turns of the event loop and without I/O.
   * Required by `liveKeys`.
   */
  reconfigure?(config: unknown): void
  /**
   * A command for people who try the interface out, in one line and with curl alone; the demo prints it. It must do
   * what most clients use the interface for. The values need no escaping within single or double quotes.
   */
  example?(values: ExampleValues): string
  /**
   * Path of a page, say, that describes the interface to the people who use it. Absent when the interface has none of
   * its own.
   */
  readonly documentation?: string | undefined
  /**
   * Tests what the instance needs from outside, for `heliograph check`: peers that must be reachable, files that must
   * exist. Called on an instance that has been created but not started; must change nothing, leave nothing open and
   * heed `signal`.
   */
  check?(signal: AbortSignal): Promise<readonly CheckFinding[]>
  /**
   * The sockets that it will listen on itself once started, in addition to the host's HTTP listeners. Read again
   * whenever it is of interest.
   */
  readonly listeners?: readonly OwnListener[] | undefined
  /**
   * The ports that it has opened itself, in addition to the host's HTTP listeners; undefined while there are none.
   * `tlsPort` is the one that speaks TLS.
   */
  address?(): { readonly port: number; readonly tlsPort?: number | undefined } | undefined
}

/** A socket that an instance listens on itself. @stability stable */
export interface OwnListener {
  /** The place of its `host` and `port` in the configuration of the instance, dotted; empty for the top level. */
  readonly path: string
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The certificate that it shows now, with its chain, in PEM; absent when it does not speak TLS. */
  readonly certificate?: string | undefined
}

/**
 * Types an adapter module. It returns its argument and exists so that options can be added without breaking existing
 * packages.
 * @stability stable
 */
export function defineAdapter<C extends TObject, D extends ServiceTokens>(
  module: Omit<AdapterModule<C, D>, 'kind'>,
): AdapterModule<C, D> {
  return { ...module, kind: 'adapter' }
}
