import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import smpp from 'smpp'

const { PDU } = smpp

/** A PDU as npm `smpp` decodes it. */
export type WirePdu = InstanceType<typeof PDU>

type Fields = Readonly<Record<string, unknown>>

/** A connection that sends any PDU or octets, valid or not, and records the answers. */
export interface RawClient {
  readonly socket: Socket
  /** Everything received, in order. */
  readonly received: readonly WirePdu[]
  readonly isClosed: boolean
  /** Sends a request without waiting; returns its sequence number. */
  send(command: string, fields?: Fields): number
  write(octets: Buffer | string): void
  /** Sends a request and waits for the PDU with its sequence number. */
  request(command: string, fields?: Fields): Promise<WirePdu>
  /** Resolves with the first PDU, received before or from now on, that fits and that no earlier call has taken. */
  next(fits: string | ((pdu: WirePdu) => boolean)): Promise<WirePdu>
  respond(pdu: WirePdu, fields?: Fields): void
  /** Resolves when the connection has ended. */
  closed(): Promise<void>
  end(): Promise<void>
}

interface Waiting {
  readonly fits: (pdu: WirePdu) => boolean
  readonly resolve: (pdu: WirePdu) => void
  readonly reject: (error: Error) => void
}

/** Connects. Requests from the server are answered only when `answers` is true. */
export async function connectRaw(
  port: number,
  { answers = true, socket = connect(port, '127.0.0.1') }: { answers?: boolean; socket?: Socket } = {},
): Promise<RawClient> {
  const received: WirePdu[] = []
  const unclaimed: WirePdu[] = []
  const waiting = new Set<Waiting>()
  let buffered = Buffer.alloc(0)
  let lastSequence = 0
  let isClosed = false

  function take(pdu: WirePdu): void {
    received.push(pdu)
    const isRequest = (pdu.command_id & 0x80000000) === 0
    if (isRequest && answers && pdu.command !== 'unknown') socket.write(pdu.response().toBuffer())
    for (const each of waiting) {
      if (!each.fits(pdu)) continue
      waiting.delete(each)
      each.resolve(pdu)
      return
    }
    unclaimed.push(pdu)
  }

  function next(fits: string | ((pdu: WirePdu) => boolean)): Promise<WirePdu> {
    const test = typeof fits === 'string' ? (pdu: WirePdu) => pdu.command === fits : fits
    const index = unclaimed.findIndex(test)
    if (index >= 0) return Promise.resolve(unclaimed.splice(index, 1)[0] as WirePdu)
    if (isClosed) return Promise.reject(new Error('the connection is closed'))
    return new Promise((resolve, reject) => waiting.add({ fits: test, resolve, reject }))
  }

  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    while (buffered.length >= 16 && buffered.length >= buffered.readUInt32BE(0)) {
      const length = buffered.readUInt32BE(0)
      take(new PDU(Buffer.from(buffered.subarray(0, length))))
      buffered = buffered.subarray(length)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    for (const { reject } of waiting) reject(new Error('the connection was closed'))
    waiting.clear()
  })
  if (socket.connecting) await once(socket, 'connect')

  function send(command: string, fields: Fields = {}): number {
    lastSequence += 1
    socket.write(new PDU(command, { ...fields, sequence_number: lastSequence }).toBuffer())
    return lastSequence
  }

  return {
    socket,
    received,
    get isClosed() {
      return isClosed
    },
    send,
    write: (octets) => void socket.write(octets),
    request(command, fields) {
      const sequence = send(command, fields)
      return next((pdu) => pdu.sequence_number === sequence && (pdu.command_id & 0x80000000) !== 0)
    },
    next,
    respond: (pdu, fields) => void socket.write(pdu.response(fields).toBuffer()),
    async closed() {
      if (!isClosed) await once(socket, 'close')
    },
    async end() {
      socket.destroy()
      if (!isClosed) await once(socket, 'close')
    },
  }
}
