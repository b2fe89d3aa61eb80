// The process that receives the callbacks for receipts and incoming SMS. It answers every request with an empty 200, or
// not at all.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { CallbackCounts, SinkOptions } from './callback-sink.ts'
import { Lateness } from './lateness.ts'
import { RequestReader } from './request-reader.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

const { ports, hanging } = JSON.parse(process.argv[2] ?? '') as SinkOptions
const lateness = new Lateness()
let requests = 0
let unanswered = 0
let lastAtMs = 0

function serve(socket: Socket, isHanging: boolean): void {
  const reader = new RequestReader()
  socket.on('data', (chunk) => {
    const bodies = reader.read(chunk)
    if (bodies.length === 0) return
    if (isHanging) {
      unanswered += bodies.length
      return
    }
    requests += bodies.length
    lastAtMs = performance.timeOrigin + performance.now()
    for (const body of bodies) lateness.note(body, lastAtMs)
    socket.write(ANSWER.repeat(bodies.length))
  })
  socket.on('error', () => socket.destroy())
}

async function listen(isHanging: boolean): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => serve(socket, isHanging))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

// The process that started this one is gone, and the measurement with it.
process.on('disconnect', () => process.exit())
process.on('message', (question) => {
  const counts: CallbackCounts = { requests, unanswered, lastAtMs }
  process.send?.(question === 'counts' ? counts : lateness.take())
})

const opened = await Promise.all(Array.from({ length: ports }, (_, index) => listen(index < hanging)))
process.send?.({ ports: opened })
