import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { API_VERSION, Channels, defineAdapter, defineService, optionalService } from '@heliograph/contracts'
import { Type } from 'typebox'
import { type AdapterWorld, createAdapterKit } from '../src/index.ts'

const Rates = defineService<{ rateOf(country: string): Promise<number> }>('acme.rates')
const Weather = defineService<object>('acme.weather')

/** Answers with a rate, the number of channels, and whether the weather is known. */
const telling = defineAdapter({
  apiVersion: API_VERSION,
  id: 'telling',
  version: '1.0.0',
  configSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  deps: { channels: Channels, rates: Rates, weather: optionalService(Weather) },
  create: ({ services: { channels, rates, weather } }) => ({
    routes: [
      {
        method: 'GET',
        path: '/told',
        async handler() {
          const senders = await channels.sendersOf({} as never)
          return { status: 200, body: JSON.stringify([await rates.rateOf('ZA'), senders, weather !== undefined]) }
        },
      },
    ],
    formatError: (error) => ({ status: 500, body: error.publicMessage }),
  }),
})

const rates = { token: Rates, service: { rateOf: async () => 7 } }
const channels = { token: Channels, service: { sendersOf: async () => ['mine'] } }

async function told(services: AdapterWorld['services']): Promise<string> {
  const kit = await createAdapterKit(telling, { config: {}, services })
  return (await kit.request({ path: '/told' })).text
}

describe('services of the author', () => {
  test('are there beside those of the double, and take their place', async () => {
    assert.equal(await told([rates, channels]), '[7,["mine"],false]')
    assert.equal(await told([rates, channels, { token: Weather, service: {} }]), '[7,["mine"],true]')
  })

  test('are asked for by name where the double has none', async () => {
    await assert.rejects(told([channels]), {
      message: /The kit has no service\(acme\.rates\): give it one of your own/,
    })
  })
})
