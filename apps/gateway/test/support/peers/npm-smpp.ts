import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

/** A PDU of npm `smpp`: the fields of the protocol under the names that the package gives them. */
export interface NpmSmppPdu {
  readonly command: string
  readonly command_status: number
  readonly sequence_number: number
  // biome-ignore lint/suspicious/noExplicitAny: the package has no types, and fields are of every form.
  readonly [field: string]: any
  response(fields?: object): NpmSmppPdu
}

type SendRequest = (fields: object, whenAnswered: (response: NpmSmppPdu) => void) => boolean

/** The part of npm `smpp` that these tests use. */
export interface NpmSmppSession {
  readonly socket: Socket
  on(event: 'pdu', listener: (pdu: NpmSmppPdu) => void): void
  on(event: 'close' | 'connect', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
  send(pdu: NpmSmppPdu, whenAnswered?: (response: NpmSmppPdu) => void): boolean
  readonly bind_transmitter: SendRequest
  readonly bind_receiver: SendRequest
  readonly bind_transceiver: SendRequest
  readonly submit_sm: SendRequest
  readonly query_sm: SendRequest
  readonly cancel_sm: SendRequest
  readonly replace_sm: SendRequest
  readonly data_sm: SendRequest
  readonly submit_multi: SendRequest
  readonly enquire_link: SendRequest
  readonly unbind: SendRequest
  destroy(): void
}

/** The package is CommonJS without types. */
export const npmSmpp = createRequire(import.meta.url)('smpp') as {
  connect(options: { readonly host: string; readonly port: number }): NpmSmppSession
}
