import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withCallers } from './support/key-caller.ts'

describe('interfaces', () => {
  test('are listed with where they are', async () => {
    await withCallers(async ({ ask }) => {
      const { status, json } = await ask('user', 'GET', '/interfaces')
      assert.equal(status, 200)
      assert.deepEqual(
        json.records.map(
          (each: { adapter: string; url: string | null; ports: unknown; documentation: string | null }) => [
            each.adapter,
            each.url,
            each.ports,
            each.documentation,
          ],
        ),
        [
          ['v2', 'https://gateway.example', null, 'https://gateway.example/sms/2/docs'],
          ['smpp', null, { port: 2775, tlsPort: null }, null],
        ],
      )
    })
  })

  test('have examples with my own values, and the key that I give', async () => {
    await withCallers(async ({ ask, kit }) => {
      const plain = (await ask('user', 'POST', '/interfaces/examples', {})).json
      assert.match(plain.examples.rest, /YOUR_API_KEY/)
      const { clientId, channel, principal } = kit.account
      const filled = (await ask('user', 'POST', '/interfaces/examples', { apiKey: 'Abc123', to: '27830000009' })).json
      assert.deepEqual(
        [filled.email, filled.clientId, filled.channel, filled.apiKey, filled.to],
        [principal.email, clientId, channel.address, 'Abc123', '27830000009'],
      )
      assert.match(filled.examples.rest, /X-API-Key: Abc123.*to=27830000009/)
    })
  })

  for (const body of [{ apiKey: "x' ; rm -rf /" }, { apiKey: '$(id)' }, { to: '+2782' }, { to: '1' }, { url: 'x' }]) {
    test(`${JSON.stringify(body)} does not come into an example`, async () => {
      await withCallers(async ({ ask }) => {
        assert.equal((await ask('user', 'POST', '/interfaces/examples', body)).status, 400)
      })
    })
  }
})
