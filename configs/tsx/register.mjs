// For `node --import @heliograph/tsx`: TypeScript, compiled once and kept, and packages that consist of hundreds of
// modules as one module each. Once there is a loader, Node 20 asks another thread about every single module, so these
// packages alone cost each process of a test run more CPU time than the rest of its start.
import { register } from 'node:module'
import { join } from 'node:path'
import { bundlePackages } from './bundle-packages.mjs'
import { CACHE, versionsOf } from './cache.mjs'

process.setSourceMapsEnabled(true)
const cache = join(CACHE, await versionsOf(['esbuild']))
register('./hooks.mjs', import.meta.url, { data: { bundles: await bundlePackages(), cache } })
