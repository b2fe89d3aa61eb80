/**
 * Client process of the test with thousands of connections: `node http-connection-crowd.ts PORT COUNT`. Opens the
 * connections from several loopback addresses and makes a request on each, which is answered when all are open; then
 * makes a second one on each, and prints how many replies it got.
 */
import { connect, type Socket } from 'node:net'

const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const REQUEST = 'GET /crowd HTTP/1.1\r\nHost: test\r\n\r\n'
const OPENING_AT_A_TIME = 250
let opened = 0
let replies = 0
const sockets: Socket[] = []
const firstReplies: Promise<void>[] = []

await Promise.all(Array.from({ length: OPENING_AT_A_TIME }, openInTurn))
await Promise.all(firstReplies)
const openAtOnce = sockets.filter((socket) => !socket.destroyed).length
await Promise.all(sockets.map(ask))
process.send?.({ openAtOnce, replies }, () => process.exit())

async function openInTurn(): Promise<void> {
  while (opened < count) {
    const localAddress = `127.0.0.${(opened++ % 4) + 1}`
    const socket = connect({ host: '127.0.0.1', port, ...(process.platform === 'linux' && { localAddress }) })
    socket.setNoDelay(true)
    sockets.push(socket)
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    firstReplies.push(ask(socket))
  }
}

/** Resolves with the whole reply, in however many pieces it arrives. */
function ask(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let reply = ''
    const onClose = () => reject(new Error('closed by the server'))
    const onData = (chunk: Buffer) => {
      reply += chunk.toString('latin1')
      if (!reply.endsWith('\r\n\r\nok')) return
      if (reply.startsWith('HTTP/1.1 200 OK')) replies++
      socket.off('data', onData).off('close', onClose)
      resolve()
    }
    socket.on('data', onData).once('close', onClose)
    socket.write(REQUEST)
  })
}
