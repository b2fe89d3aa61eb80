import { runCarrierConformance } from '@heliograph/testkit'
import carrier from '../src/index.ts'
import { callbacks, cases, TOKEN } from './cases.ts'

let lastId = 0

runCarrierConformance(carrier, {
  packageRoot: new URL('..', import.meta.url),
  config: { url: 'https://network.example/send', key: 'network-secret', token: TOKEN },
  goodRecipient: '27821234567',
  // The replies below are all that there is of the network: it sends no receipts by itself.
  receipts: false,
  // The network's reply wherever a row does not set another.
  http: () => ({ status: 200, body: JSON.stringify({ id: `n-${++lastId}` }) }),
  cases,
  callbacks,
})
