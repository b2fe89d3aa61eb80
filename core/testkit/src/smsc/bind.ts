import type { Socket } from 'node:net'
import { type BindPdu, encodePdu, type PduDraft } from '@heliograph/smpp'

/** A bound client, as the network sees it. @stability stable */
export interface FakeBind {
  readonly systemId: string
  readonly password: string
  readonly systemType: string
  readonly kind: 'transmitter' | 'receiver' | 'transceiver'
  readonly addressRange: string
  readonly interfaceVersion: number
  readonly remotePort: number
  readonly isOpen: boolean
  /**
   * Submits over this bind, how many are unanswered, and the largest number that ever were: the window that the client
   * keeps.
   */
  readonly submits: number
  readonly unanswered: number
  readonly mostUnanswered: number
  /** Number of enquire_link from the client. */
  readonly enquireLinks: number
  /**
   * Sequence numbers of the client that did not increase: they have to, until they start again at 1 (SMPP 3.4, 5.1.4).
   */
  readonly sequenceFaults: number
  /** deliver_sm that were sent and not answered. */
  readonly undelivered: number
  /** Writes a PDU of any kind and returns its sequence number, which is a new one unless the PDU has one. */
  send(draft: PduDraft): number
  /** Writes octets as they are. */
  write(octets: Buffer): void
  /** Cuts off the connection, at once or after everything written has been sent. */
  drop(when?: 'now' | 'flushed'): void
}

/** The same with writable figures, for the network itself. */
export interface LiveBind extends FakeBind {
  isOpen: boolean
  submits: number
  unanswered: number
  mostUnanswered: number
  enquireLinks: number
  sequenceFaults: number
  undelivered: number
  lastSequenceNumber: number
  readonly receives: boolean
}

/** The output of one connection: everything written in one turn of the loop is sent in one piece. */
export interface Writer {
  send(draft: PduDraft): number
  write(octets: Buffer): void
  drop(when?: 'now' | 'flushed'): void
  /** True from the first `drop` on; whatever still arrives is ignored. */
  readonly isDropped: boolean
}

export function createWriter(socket: Socket): Writer {
  let buffers: Buffer[] = []
  let sequenceNumber = 0
  let isDropped = false

  function flush(): void {
    const waiting = buffers
    buffers = []
    if (waiting.length === 0 || !socket.writable) return
    socket.write(waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting))
  }

  function write(octets: Buffer): void {
    if (buffers.length === 0) setImmediate(flush)
    buffers.push(octets)
  }

  return {
    get isDropped() {
      return isDropped
    },
    write,
    send(draft) {
      const number = draft.sequenceNumber ?? ++sequenceNumber
      write(encodePdu(draft.sequenceNumber === undefined ? { ...draft, sequenceNumber: number } : draft))
      return number
    },
    drop(when = 'now') {
      isDropped = true
      if (when === 'now') {
        socket.destroy()
      } else {
        flush()
        socket.destroySoon()
      }
    },
  }
}

const KINDS = {
  bind_transmitter: 'transmitter',
  bind_receiver: 'receiver',
  bind_transceiver: 'transceiver',
} as const

export function createBind(pdu: BindPdu, socket: Socket, writer: Writer): LiveBind {
  const kind = KINDS[pdu.command]
  const bind: LiveBind = {
    systemId: pdu.systemId,
    password: pdu.password,
    systemType: pdu.systemType,
    kind,
    addressRange: pdu.addressRange.address,
    interfaceVersion: pdu.interfaceVersion,
    remotePort: socket.remotePort ?? 0,
    receives: kind !== 'transmitter',
    isOpen: true,
    submits: 0,
    unanswered: 0,
    mostUnanswered: 0,
    enquireLinks: 0,
    sequenceFaults: 0,
    undelivered: 0,
    lastSequenceNumber: pdu.sequenceNumber,
    send: writer.send,
    write: writer.write,
    drop(when) {
      bind.isOpen = false
      writer.drop(when)
    },
  }
  return bind
}
