import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail relay on a local port, with a login that accepts any password. It keeps the mails it receives. */
export interface MailRelay {
  readonly port: number
  /** Every mail as received, without its last line. */
  readonly mails: readonly string[]
  stop(): Promise<void>
}

export async function startMailRelay(): Promise<MailRelay> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    void serve(socket, mails)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250-relay\r\n250 AUTH PLAIN',
  AUTH: '235 OK',
  DATA: '354 go on',
}

async function serve(socket: Socket, mails: string[]): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail: string[] | undefined
  say('220 relay')
  for await (const line of createInterface({ input: socket })) {
    if (mail === undefined) {
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'DATA') mail = []
      say(ANSWERS[command] ?? '250 OK')
    } else if (line === '.') {
      mails.push(mail.join('\n'))
      mail = undefined
      say('250 OK')
    } else mail.push(line)
  }
}
