#!/usr/bin/env node
// Starts the fake SMSC in this same process, so that signals, exit code and process id are its own. In a source
// checkout, which is the only place with a tsconfig.json, it runs from the sources; an installed package has sources
// for debuggers only.
import { existsSync } from 'node:fs'
import { register } from 'node:module'

if (existsSync(new URL('../tsconfig.json', import.meta.url))) {
  await import('@heliograph/tsx')
  register('./source-condition.mjs', import.meta.url)
  await import('../src/bin/fake-smsc.ts')
} else {
  await import('../dist/bin/fake-smsc.js')
}
