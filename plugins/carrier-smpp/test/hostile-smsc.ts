import { createServer, type Socket } from 'node:net'
import { encodePdu, FrameReader, type PduDraft } from '@heliograph/smpp'

const BIND_TRANSCEIVER = 9
const BIND_TRANSMITTER = 2
const BIND_RECEIVER = 1
const SUBMIT_SM = 4
const RESPONSE = 0x80000000
const ENQUIRE_LINK_RESPONSE = 0x80000015

/** Random numbers that are the same in every run (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below
  }
}

/** An SMSC that accepts every login, and writes any given octets. */
export interface HostileSmsc {
  readonly port: number
  readonly connections: number
  /**
   * Writes octets that are complete PDUs by their lengths; resolves when the client has answered the PDU sent after
   * them, or has hung up.
   */
  sendFrames(octets: Buffer): Promise<void>
  /** Writes octets of any kind, and hangs up. */
  sendAndClose(octets: Buffer): Promise<void>
  stop(): Promise<void>
}

interface Client {
  readonly socket: Socket
  readonly closed: Promise<void>
  /** Resolves with the next answer to an enquire_link. */
  answered: () => void
}

/**
 * Starts one. `waitForClient` lets time pass until a client has connected; a `greeting` is sent in one write with the
 * answer to each bind.
 */
export async function startHostileSmsc(
  waitForClient: (isHere: () => boolean) => Promise<void>,
  greeting: Buffer = Buffer.alloc(0),
): Promise<HostileSmsc> {
  let client: Client | undefined
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    const reader = new FrameReader()
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const own: Client = { socket, closed, answered: () => undefined }
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      if (client === own) client = undefined
    })
    socket.on('data', (chunk: Buffer) => {
      reader.push(chunk)
      for (let frame = reader.next(); frame; frame = reader.next()) if (answer(own, frame, greeting)) client = own
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as { port: number }).port,
    get connections() {
      return connections
    },
    async sendFrames(octets) {
      await waitForClient(() => client !== undefined)
      const current = client
      if (current === undefined) return
      const answered = new Promise<void>((resolve) => {
        current.answered = resolve
      })
      current.socket.write(octets)
      current.socket.write(encodePdu({ command: 'enquire_link', sequenceNumber: 0x7ffffff0 }))
      await Promise.race([answered, current.closed])
    },
    async sendAndClose(octets) {
      await waitForClient(() => client !== undefined)
      const current = client
      if (current === undefined) return
      client = undefined
      current.socket.end(octets)
      await current.closed
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers the requests of a well-behaved client. True for a bind. */
function answer(client: Client, frame: Buffer, greeting: Buffer): boolean {
  const commandId = frame.readUInt32BE(4)
  const sequenceNumber = frame.readUInt32BE(12)
  const reply = (draft: PduDraft) => void client.socket.write(encodePdu(draft))
  if (commandId === ENQUIRE_LINK_RESPONSE) client.answered()
  if (commandId === SUBMIT_SM) reply({ command: 'submit_sm_resp', sequenceNumber, messageId: `${sequenceNumber}` })
  if (commandId === 6) reply({ command: 'unbind_resp', sequenceNumber })
  if (commandId === 0x15) reply({ command: 'enquire_link_resp', sequenceNumber })
  if (![BIND_RECEIVER, BIND_TRANSMITTER, BIND_TRANSCEIVER].includes(commandId)) return false
  const response = encodePdu({ command: 'bind_transceiver_resp', sequenceNumber, systemId: 'hostile' })
  response.writeUInt32BE(RESPONSE + commandId, 4)
  client.socket.write(Buffer.concat([response, greeting]))
  return true
}
