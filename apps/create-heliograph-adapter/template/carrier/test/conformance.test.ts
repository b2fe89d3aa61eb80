import { runCarrierConformance } from '@heliograph/testkit'
import carrier from '../src/index.ts'
import { cases } from './cases.ts'

let lastId = 0

runCarrierConformance(carrier, {
  packageRoot: new URL('..', import.meta.url),
  config: { url: 'https://network.example/send', key: 'network-secret' },
  goodRecipient: '27821234567',
  receipts: false,
  // The network's reply wherever a row does not set another.
  http: () => ({ status: 200, body: JSON.stringify({ id: `n-${++lastId}` }) }),
  cases,
})
