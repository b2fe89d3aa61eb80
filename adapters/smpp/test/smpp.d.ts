/** The part of npm `smpp` 0.5.1 that the tests use; the package includes no types. */
declare module 'smpp' {
  import type { Socket } from 'node:net'

  export class PDU {
    constructor(command: string, fields?: Readonly<Record<string, unknown>>)
    constructor(octets: Buffer)
    static fromBuffer(octets: Buffer): PDU | false
    command: string
    command_length: number
    command_id: number
    command_status: number
    sequence_number: number;
    // biome-ignore lint/suspicious/noExplicitAny: fields are those of the command
    [field: string]: any
    toBuffer(): Buffer
    response(fields?: Readonly<Record<string, unknown>>): PDU
  }

  export interface ClientSession {
    readonly socket: Socket
    on(event: string, listener: (pdu: PDU) => void): this
    once(event: string, listener: (pdu: PDU) => void): this
    bind_transceiver(fields: Readonly<Record<string, unknown>>, answered: (pdu: PDU) => void): void
    bind_transmitter(fields: Readonly<Record<string, unknown>>, answered: (pdu: PDU) => void): void
    bind_receiver(fields: Readonly<Record<string, unknown>>, answered: (pdu: PDU) => void): void
    submit_sm(fields: Readonly<Record<string, unknown>>, answered: (pdu: PDU) => void): void
    query_sm(fields: Readonly<Record<string, unknown>>, answered: (pdu: PDU) => void): void
    enquire_link(answered: (pdu: PDU) => void): void
    unbind(answered: (pdu: PDU) => void): void
    send(pdu: PDU): void
    destroy(): void
    close(): void
  }

  const smpp: {
    readonly PDU: typeof PDU
    connect(options: { readonly url: string } | { readonly host: string; readonly port: number }): ClientSession
  }
  export default smpp
}
