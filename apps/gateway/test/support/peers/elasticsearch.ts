import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client of Elasticsearch 7 asks a server about itself. */
const ITSELF = { version: { number: '7.17.0', build_flavor: 'default' }, tagline: 'You Know, for Search' }

/**
 * Listens on a free port of this machine and answers like an Elasticsearch whose only document is a failure in the
 * index `logs`. What is written to it is accepted and forgotten.
 */
export async function openElasticsearch() {
  const failure = { '@timestamp': new Date().toISOString(), message: 'it failed' }
  const found = [{ _index: 'logs', _type: '_doc', _id: '1', _score: 1, _source: failure }]
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    // Left unread, a body would keep the connection from taking the next request.
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' })
    response.end(JSON.stringify(answerTo(pathname, found)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerTo(path: string, found: readonly object[]): object {
  if (path === '/') return ITSELF
  if (!path.endsWith('/_search')) return { _id: '1', result: 'created' }
  const hits = path.startsWith('/logs/') ? found : []
  return { took: 1, timed_out: false, _shards: { total: 1 }, hits: { total: { value: hits.length }, hits } }
}
