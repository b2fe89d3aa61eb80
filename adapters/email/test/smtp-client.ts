import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The answer of a server. */
export interface Reply {
  readonly code: number
  /** Its lines, without the code. */
  readonly lines: readonly string[]
}

/** An SMTP client that sends exactly what it is given. */
export interface SmtpClient {
  readonly greeting: Reply
  /** Sends one command, given without its line end; resolves with the answer. */
  say(line: string): Promise<Reply>
  /** Sends octets as they are. */
  write(octets: string | Uint8Array): void
  /** Resolves with the next answer. */
  reply(): Promise<Reply>
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  end(): Promise<void>
}

const REPLY = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/

/** Connects and waits for the greeting; sends EHLO unless that is left to the caller. */
export async function connectSmtp(port: number, { ehlo = true } = {}): Promise<SmtpClient> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const reply = replies(socket)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  const greeting = await reply()
  const client: SmtpClient = {
    greeting,
    reply,
    closed,
    say(line) {
      socket.write(`${line}\r\n`)
      return reply()
    },
    write: (octets) => void socket.write(octets),
    async end() {
      socket.destroy()
      await closed
    },
  }
  if (ehlo && greeting.code === 220) await client.say('EHLO client.example')
  return client
}

/** Returns a function that resolves with the next answer, and rejects when the connection ends before there is one. */
function replies(socket: Socket): () => Promise<Reply> {
  let buffered = ''
  let isOver = false
  let wake = () => {}
  socket.on('data', (chunk) => {
    buffered += chunk.toString('utf8')
    wake()
  })
  socket.once('close', () => {
    isOver = true
    wake()
  })
  return async () => {
    for (;;) {
      const [whole] = REPLY.exec(buffered) ?? []
      if (whole !== undefined) {
        buffered = buffered.slice(whole.length)
        const lines = whole.trimEnd().split('\r\n')
        return { code: Number(whole.slice(0, 3)), lines: lines.map((line) => line.slice(4)) }
      }
      if (isOver) throw new Error('The connection ended without an answer')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
