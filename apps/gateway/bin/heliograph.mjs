#!/usr/bin/env node
// Starts the compiled gateway in this process, so that signals, exit code and process id are the gateway's own.
import { accessSync, constants, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 18)) {
  console.error(`Heliograph needs Node 20.18 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

// Libraries look into the working folder, and root's is closed to the user of a service (`runuser --user heliograph`).
try {
  accessSync('.', constants.R_OK | constants.X_OK)
} catch {
  process.chdir('/')
}

const home = fileURLToPath(new URL('..', import.meta.url))
// Only a checkout contains what is needed to compile.
if (existsSync(new URL('../tsconfig.build.json', import.meta.url))) {
  const { buildWhenStale } = await import('./build-when-stale.mjs')
  await buildWhenStale(home)
}
await import('../dist/main.js')
