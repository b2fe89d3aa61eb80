import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { findProgram } from './installed.ts'
import { type Program, startProgram } from './program.ts'

/** The port at which drive_smpp looks for a smsbox, whatever it is told. */
const SMSBOX_PORT = 13_001

export interface DriveSmppOptions {
  readonly port: number
  /** SMS that a receiver gets as soon as it is bound. */
  readonly incoming: number
}

/** Kannel's SMSC for tests. */
export interface DriveSmpp {
  /** It ends by itself when the first connection that it accepted closes. */
  readonly program: Program
  stop(): Promise<void>
}

/**
 * Starts it. It takes transmitter and receiver binds with any name, submits (it answers them without an id) and enquire_link; to a receiver it sends
 * `incoming` messages at once, from 456 to 123, the running number as text, with sequence numbers from 0. A transceiver bind gets no answer.
 */
export async function startDriveSmpp({ port, incoming }: DriveSmppOptions): Promise<DriveSmpp> {
  // It aborts when nobody listens there; anybody does.
  const smsbox = await listenAsSmsbox()
  const program = startProgram(findProgram('drive_smpp') ?? 'drive_smpp', [
    '-v',
    '4',
    '-p',
    String(port),
    '-m',
    String(incoming),
  ])
  return {
    program,
    async stop() {
      await program.stop()
      smsbox?.close()
    },
  }
}

/** Undefined when a listener is there already. */
async function listenAsSmsbox(): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume()
  })
  server.listen(SMSBOX_PORT, '127.0.0.1')
  try {
    await once(server, 'listening')
    server.unref()
    return server
  } catch {
    return undefined
  }
}
