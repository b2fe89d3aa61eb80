// node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const expected = Buffer.from(`sha256=${createHmac('sha256', process.env.SECRET).update(body).digest('hex')}`)
  const isGenuine = ['x-signature', 'x-signature-next'].some((name) => {
    const given = Buffer.from(request.headers[name] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  response.writeHead(isGenuine ? 204 : 401).end()
  if (isGenuine) console.log(body.toString())
}).listen(9000, '127.0.0.1')
