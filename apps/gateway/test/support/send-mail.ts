import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

export interface MailToSend {
  readonly port: number
  readonly user: string
  readonly password: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * Sends a mail as a mail program does; resolves with the last answer, which is the one to the mail unless an earlier
 * command was refused.
 */
export async function sendMail({ password, port, subject, text, to, user }: MailToSend): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = async (): Promise<string> => {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) throw new Error('The connection ended without an answer')
      if (value[3] !== '-') return value
    }
  }
  const login = Buffer.from(`\0${user}\0${password}`).toString('base64')
  const mail = `From: ${user}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@acme.example>\r\n\r\n${text}\r\n.`
  const steps = ['EHLO client', `AUTH PLAIN ${login}`, `MAIL FROM:<${user}>`, `RCPT TO:<${to}>`, 'DATA', mail]
  try {
    let said = await answer()
    for (const step of steps) {
      if (said >= '4') break
      socket.write(`${step}\r\n`)
      said = await answer()
    }
    return said
  } finally {
    socket.destroy()
  }
}
