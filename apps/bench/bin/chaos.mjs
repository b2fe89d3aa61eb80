#!/usr/bin/env node
// The compiled chaos, in this very process.
import './compile.mjs'

await import('../dist/chaos/main.js')
