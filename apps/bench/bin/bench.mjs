#!/usr/bin/env node
// Runs the compiled bench in this process.
import './compile.mjs'

await import('../dist/main.js')
