import { type Clock, isGatewayError, type Logger, type Network } from '@heliograph/contracts'
import { type RequestPdu, type Respond, STATUS } from '@heliograph/smpp'
import type { LinkConfig } from './config.ts'
import { type DeliveredMessage, deliveredMessage } from './delivered-message.ts'
import type { IdFormatLearner } from './id-format.ts'
import { readIncoming } from './incoming-sms.ts'
import type { DeliveryResult, LinkMetrics } from './link-metrics.ts'
import { OccasionalLog } from './occasional-log.ts'
import { isReceipt, readReceipt, saysReceipt } from './receipts.ts'
import type { Repeats } from './repeats.ts'

export interface DeliveriesOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly link: string
  readonly config: LinkConfig
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: LinkMetrics
  readonly ids: IdFormatLearner
  readonly repeats: Repeats
}

/**
 * Takes the receipts and incoming SMS that the SMSC sends over any connection of a link. They are acknowledged once the
 * gateway has stored them. Those that it cannot take now are refused with a temporary error, so that the SMSC sends
 * them again. Those that can never be used are acknowledged, or they would be sent for ever.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #complaints: OccasionalLog

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#complaints = new OccasionalLog(options.logger, options.clock)
  }

  handle(request: RequestPdu, respond: Respond): void {
    if (request.command === 'deliver_sm' || request.command === 'data_sm') {
      const message = deliveredMessage(request)
      void (isReceipt(message) ? this.#takeReceipt(message, respond) : this.#takeIncoming(message, respond))
    } else if (request.command !== 'outbind' && request.command !== 'alert_notification') {
      respond({ commandStatus: STATUS.RINVCMDID, nack: true })
    }
  }

  async #takeReceipt(message: DeliveredMessage, respond: Respond): Promise<void> {
    const { carrier, link, config, network, clock, ids } = this.#options
    try {
      const receipt = readReceipt(message, config, clock.now())
      if (receipt === undefined) {
        // Some SMSCs put parameters of receipts into the SMS of subscribers.
        if (!saysReceipt(message)) return await this.#takeIncoming(message, respond)
        return this.#passOver(respond, 'a receipt without a usable id or status')
      }
      await network.receipt({
        carrier,
        link,
        networkId: ids.reported(receipt.networkId),
        to: receipt.to,
        status: receipt.status,
        networkStatus: receipt.networkStatus,
        errorId: receipt.errorId,
        doneAt: receipt.doneAt,
        text: receipt.text,
      })
      this.#settle(respond, STATUS.ROK, 'receipt')
    } catch (error) {
      this.#refuse(respond, error)
    }
  }

  async #takeIncoming(message: DeliveredMessage, respond: Respond): Promise<void> {
    const { carrier, link, config, network, clock, repeats } = this.#options
    const mayBeRepeated = repeats.isSuspect()
    const done = repeats.begin()
    try {
      const incoming = readIncoming(message, config)
      if (incoming === undefined) return this.#passOver(respond, 'an incoming SMS that cannot be read')
      await network.incoming({
        carrier,
        link,
        from: incoming.from,
        to: incoming.to,
        text: incoming.text,
        encoding: incoming.encoding,
        segment: incoming.segment,
        mayBeRepeated,
        receivedAt: new Date(clock.now()),
      })
      this.#settle(respond, STATUS.ROK, 'incoming')
    } catch (error) {
      this.#refuse(respond, error)
    } finally {
      done()
    }
  }

  /** Acknowledges what the gateway will never take; everything else may work later. */
  #refuse(respond: Respond, error: unknown): void {
    if (isGatewayError(error) && error.category === 'invalid') {
      this.#passOver(respond, error.publicMessage)
      return
    }
    this.#options.repeats.suspect()
    this.#complaints.warn({ error }, 'what the SMSC delivered could not be stored; it will be sent again')
    this.#settle(respond, STATUS.RX_T_APPN, 'refused')
  }

  #passOver(respond: Respond, why: string): void {
    this.#complaints.warn({ why }, 'the SMSC delivered something unusable; acknowledged')
    this.#settle(respond, STATUS.ROK, 'malformed')
  }

  #settle(respond: Respond, commandStatus: number, result: DeliveryResult): void {
    this.#options.metrics.delivered(result)
    respond({ commandStatus })
  }
}
