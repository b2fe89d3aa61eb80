#!/usr/bin/env node
// Runs the compiled attack command in this process.
import './compile.mjs'

await import('../dist/attack/main.js')
