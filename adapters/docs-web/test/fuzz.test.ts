import { fuzzFiles } from '@heliograph/testkit'
import { ACCOUNT, docsWeb, SCRIPT } from './site.ts'

fuzzFiles(docsWeb, {
  world: { config: {}, account: ACCOUNT, base: { method: 'GET', path: '/docs/' } },
  file: SCRIPT,
  names: ['assets', 'guides', 'index.html'],
  seed: 20261128,
})
