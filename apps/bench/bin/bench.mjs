#!/usr/bin/env node
// The compiled bench, in this very process.
import './compile.mjs'

await import('../dist/main.js')
