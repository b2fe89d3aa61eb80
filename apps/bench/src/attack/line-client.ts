import { once } from 'node:events'
import { connect } from 'node:net'

/** A client of a protocol of lines, such as SMTP. */
export interface LineClient {
  /** Sends a line, or several; resolves with the code of the answer, 0 when the connection was closed. */
  say(text: string): Promise<number>
  end(): void
}

const LAST_LINE = /^(\d{3}) /m

/** Connects and waits for the greeting. */
export async function connectLines(port: number): Promise<LineClient> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let wake = () => {}
  socket.on('data', (piece) => {
    received += piece.toString('latin1')
    wake()
  })
  socket.on('error', () => {}).on('close', () => wake())
  await once(socket, 'connect')

  async function reply(): Promise<number> {
    for (;;) {
      const end = LAST_LINE.exec(received)
      if (end !== null && received.endsWith('\r\n')) {
        received = ''
        return Number(end[1])
      }
      if (socket.closed || socket.destroyed) return 0
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  await reply()
  return {
    say(text) {
      socket.write(`${text}\r\n`)
      return reply()
    },
    end: () => socket.destroy(),
  }
}
