import { fuzzFiles } from '@heliograph/testkit'
import { ACCOUNT, portalWeb, SCRIPT } from './pages.ts'

fuzzFiles(portalWeb, {
  world: { config: {}, account: ACCOUNT, base: { method: 'GET', path: '/portal/' } },
  file: SCRIPT,
  names: ['assets', 'api', '.vite', 'index.html'],
  seed: 20261122,
  isServed: (text) => !text.includes('__CSP_NONCE__'),
})
