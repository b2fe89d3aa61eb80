// For `node --import @heliograph/tsx`: TypeScript by tsx, and packages that consist of hundreds of modules as one
// module each. Once there is a loader, Node 20 asks another thread about every single module, so these packages alone
// cost each process of a test run more CPU time than the rest of its start.
import 'tsx'
import { register } from 'node:module'
import { bundlePackages } from './bundle-packages.mjs'

register('./hooks.mjs', import.meta.url, { data: await bundlePackages() })
