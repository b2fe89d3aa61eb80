import type { Logger, Principal, Push, PushReceiver } from '@heliograph/contracts'
import { type RequestPdu, type Respond, type ResponseFields, type Session, STATUS, statusName } from '@heliograph/smpp'
import { createCurrentPrincipal } from './current-principal.ts'
import { type PushResult, pdusOf, resultOf } from './deliver.ts'
import { cancel, query, replace } from './message-operations.ts'
import type { BindKind } from './metrics.ts'
import type { ServerContext } from './server-context.ts'
import { isFault, operationStatusOf, submitStatusOf } from './statuses.ts'
import { messagesOf, type SubmitPdu, submit } from './submit.ts'

/** The bound user, and the kind of bind. */
export interface BoundIdentity {
  readonly kind: BindKind
  readonly principal: Principal
  /** Names the connection. */
  readonly sessionId: string
  /** 0 for no limit. */
  readonly submitsPerSecond: number
  /** False for clients of a version below 3.4, which do not support TLVs. */
  readonly takesTlvs: boolean
}

/** Handles the requests of a bound client, and what is sent to it. */
export class BoundClient {
  readonly identity: BoundIdentity
  readonly #context: ServerContext
  readonly #session: Session
  readonly #logger: Logger
  readonly #currentPrincipal: () => Promise<Principal>
  readonly #bound: Promise<void>
  #setBound: () => void = () => {}

  constructor(context: ServerContext, session: Session, logger: Logger, identity: BoundIdentity) {
    this.identity = identity
    this.#currentPrincipal = createCurrentPrincipal(context.services.directory, identity.principal)
    this.#context = context
    this.#session = session
    this.#logger = logger
    this.#bound = new Promise((resolve) => {
      this.#setBound = resolve
    })
  }

  /**
   * Takes receipts and incoming SMS; undefined for a transmitter. A push that arrives before the bind has been answered
   * waits for the answer.
   */
  get receiver(): PushReceiver | undefined {
    if (this.identity.kind === 'transmitter') return undefined
    return { window: this.#context.config.window, receive: (push) => this.#push(push) }
  }

  /** Call it when the bind has been answered, or never will be. */
  settle(): void {
    this.#setBound()
  }

  /** Answers a request, now or later. */
  handle(request: RequestPdu, respond: Respond): void {
    // During unbind the client should send nothing new; if it does, it has to send it again on another session.
    if (this.#session.state !== 'open') respond({ commandStatus: STATUS.RSYSERR })
    else if (this.identity.kind === 'receiver') respond({ commandStatus: STATUS.RINVBNDSTS })
    else this.#handleTransmitted(request, respond)
  }

  #handleTransmitted(request: RequestPdu, respond: Respond): void {
    switch (request.command) {
      case 'submit_sm':
      case 'submit_multi':
      case 'data_sm':
        this.#submit(request, respond)
        break
      case 'query_sm':
        this.#operate((principal) => query(this.#context, principal, request), request, STATUS.RQUERYFAIL, respond)
        break
      case 'cancel_sm':
        this.#operate((principal) => cancel(this.#context, principal, request), request, STATUS.RCANCELFAIL, respond)
        break
      case 'replace_sm':
        this.#operate((principal) => replace(this.#context, principal, request), request, STATUS.RREPLACEFAIL, respond)
        break
      default:
        // The other commands are sent only by servers.
        respond({ commandStatus: STATUS.RINVBNDSTS })
    }
  }

  #submit(request: SubmitPdu, respond: Respond): void {
    const { metrics, rateLimit } = this.#context
    const { principal, submitsPerSecond } = this.identity
    const answer = (fields: ResponseFields) => {
      metrics.submit(statusName(fields.commandStatus ?? STATUS.ROK))
      respond(fields)
    }
    if (!rateLimit.admit(principal.userId, submitsPerSecond, messagesOf(request))) {
      answer({ commandStatus: STATUS.RTHROTTLED })
      return
    }
    const requestId = this.#nameOf(request)
    this.#currentPrincipal()
      .then((current) => submit(this.#context, current, request, requestId))
      .then(answer, (error: unknown) => {
        this.#logFault(error, requestId)
        answer({ commandStatus: submitStatusOf(error) })
      })
  }

  #operate(
    operation: (principal: Principal) => Promise<ResponseFields>,
    request: RequestPdu,
    failure: number,
    respond: Respond,
  ): void {
    this.#currentPrincipal()
      .then(operation)
      .then(respond, (error: unknown) => {
        this.#logFault(error, this.#nameOf(request))
        respond({ commandStatus: operationStatusOf(error, failure) })
      })
  }

  async #push(push: Push): Promise<PushResult> {
    await this.#bound
    let result: PushResult = 'later'
    try {
      const { longIncoming } = this.#context.config
      const pdus = pdusOf(push, { takesTlvs: this.identity.takesTlvs, longIncoming })
      result = resultOf(await Promise.all(pdus.map((pdu) => this.#session.request(pdu))))
    } catch (error) {
      // Neither another session nor another attempt could write it.
      result = 'refused'
      this.#logger.error({ err: error, pushId: push.pushId }, 'A push cannot be written as a PDU')
    }
    this.#context.metrics.push(push.kind, result)
    return result
  }

  /** The id of a request: sequence numbers count within a connection. */
  #nameOf({ sequenceNumber }: RequestPdu): string {
    return `${this.identity.sessionId}-${sequenceNumber}`
  }

  #logFault(error: unknown, requestId: string): void {
    if (isFault(error)) this.#logger.error({ err: error, requestId }, 'A request failed')
  }
}
