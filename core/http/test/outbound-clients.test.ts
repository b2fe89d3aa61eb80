import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createOutboundClients } from '../src/index.ts'
import { clock, closeOpened, failureOf, LOOPBACK, serving } from './http-client-fixture.ts'

after(closeOpened)

it('what is open to one is closed to the others, and the same networks share a client', async () => {
  const port = await serving((_request, response) => response.end('in'))
  const clients = createOutboundClients({ clock })
  const ask = (networks: readonly string[]) =>
    clients.with(networks).request({ method: 'GET', url: `http://127.0.0.1:${port}/` })
  assert.equal((await ask(LOOPBACK)).body, 'in')
  for (const networks of [[], ['10.0.0.0/8']]) assert.equal(await failureOf(ask(networks)), 'blocked')
  assert.equal(clients.with(LOOPBACK), clients.with([...LOOPBACK].reverse()))
  assert.throws(() => clients.with(['nonsense']), /is not a network/)
  await clients.close()
  assert.equal(await failureOf(ask(LOOPBACK)), 'network')
})
