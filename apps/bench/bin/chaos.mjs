#!/usr/bin/env node
// Runs the compiled chaos command in this process.
import './compile.mjs'

await import('../dist/chaos/main.js')
