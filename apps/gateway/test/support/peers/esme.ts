import type { Arrivals } from './arrivals.ts'

export type BindType = 'transmitter' | 'receiver' | 'transceiver'

/** A client program controlled by tests, whatever its library. */
export interface Esme {
  readonly name: string
  /** Connects and binds; `status` is the command_status of the answer. */
  bind(options: BindOptions): Promise<EsmeSession>
  stop(): Promise<void>
}

export interface BindOptions {
  readonly port: number
  readonly type: BindType
  readonly systemId: string
  readonly password: string
}

export interface EsmeSession {
  /** command_status of the bind response. */
  readonly status: number
  /** The deliver_sm requests of the server; answered with status 0 unless `answerDeliveriesWith` sets another. */
  readonly deliveries: Arrivals<Delivery>
  readonly closed: Promise<void>
  submit(message: EsmeMessage): Promise<{ readonly status: number; readonly messageId: string }>
  /** Sends a message by data_sm. */
  sendData(message: EsmeMessage): Promise<{ readonly status: number; readonly messageId: string }>
  /** Sends a message by submit_multi. */
  submitMulti(message: {
    readonly from: string
    readonly to: readonly string[]
    readonly text: string
  }): Promise<{ readonly status: number; readonly messageId: string }>
  /** Sends any other request with its fields; resolves with the status and fields of the response. */
  request(
    command: 'query_sm' | 'cancel_sm' | 'replace_sm' | 'enquire_link',
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; readonly fields: Readonly<Record<string, unknown>> }>
  /** Sets the command_status of deliver_sm_resp from now on. */
  answerDeliveriesWith(status: number): void
  /** Resolves with the status of unbind_resp. */
  unbind(): Promise<number>
  /** Cuts the connection. */
  drop(): void
}

export interface EsmeMessage {
  readonly from: string
  readonly to: string
  readonly text: string
  /** When absent: receipts for success and failure. */
  readonly registeredDelivery?: number
  /** schedule_delivery_time (SMPP 3.4, 7.1.1). */
  readonly schedule?: string
  /** How a text longer than one part is sent. */
  readonly long?: 'udh' | 'sar' | 'payload'
}

export interface Delivery {
  readonly from: string
  readonly to: string
  readonly esmClass: number
  readonly text: string
  /** TLVs of a receipt. */
  readonly receiptedMessageId: string | undefined
  readonly messageState: number | undefined
}

/** The content of a receipt's text (SMPP 3.4, appendix B). */
export interface Receipt {
  readonly id: string
  readonly stat: string
  readonly err: string
}

/** Parses the text of a receipt as strictly as clients do; undefined when it is not a receipt. */
export function readReceipt(delivery: Delivery): Receipt | undefined {
  const match =
    /^id:(?<id>[^ ]{1,64}) sub:\d{3} dlvrd:\d{3} submit date:\d{10} done date:\d{10} stat:(?<stat>\w{7}) err:(?<err>\w{1,3}) text:.{0,20}$/i.exec(
      delivery.text,
    )
  return (delivery.esmClass & 0x3c) === 0x04 ? (match?.groups as unknown as Receipt) : undefined
}
