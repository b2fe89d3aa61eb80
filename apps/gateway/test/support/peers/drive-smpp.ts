import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { findProgram } from './installed.ts'
import { type Program, startProgram } from './program.ts'

/** The port at which drive_smpp looks for a smsbox, whatever its arguments. */
const SMSBOX_PORT = 13_001

export interface DriveSmppOptions {
  readonly port: number
  /** SMS that a receiver gets as soon as it is bound. */
  readonly incoming: number
}

/** Kannel's SMSC for tests. */
export interface DriveSmpp {
  /** The program ends on its own when the first connection that it accepted closes. */
  readonly program: Program
  stop(): Promise<void>
}

/**
 * Starts drive_smpp. It takes transmitter and receiver binds with any name, submits (which it answers without an id)
 * and enquire_link; to a receiver it sends `incoming` messages at once, from 456 to 123, with a running number as text
 * and sequence numbers from 0. A transceiver bind gets no answer.
 */
export async function startDriveSmpp({ port, incoming }: DriveSmppOptions): Promise<DriveSmpp> {
  // drive_smpp aborts when nothing listens on that port; any listener will do.
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

/** Resolves with undefined when the port already has a listener. */
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
