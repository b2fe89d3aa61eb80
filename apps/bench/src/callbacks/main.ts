// The process that is called for receipts. It answers everything with an empty 200, and reads no more of a request than where it ends.
import { type AddressInfo, createServer } from 'node:net'

const HEAD_END = '\r\n\r\n'
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

let requests = 0
let lastAtMs = 0

const server = createServer({ noDelay: true }, (socket) => {
  let rest = ''
  socket.on('data', (chunk) => {
    const heads = (rest + chunk.toString('latin1')).split(HEAD_END)
    rest = heads.pop() ?? ''
    if (heads.length === 0) return
    requests += heads.length
    lastAtMs = performance.timeOrigin + performance.now()
    socket.write(ANSWER.repeat(heads.length))
  })
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

// The process that started it is gone, and with it the measurement.
process.on('disconnect', () => process.exit())
process.on('message', () => process.send?.({ requests, lastAtMs }))
