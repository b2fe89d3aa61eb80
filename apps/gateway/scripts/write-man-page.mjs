// Writes the manual page into the published package, from the compiled commands.
import { mkdirSync, writeFileSync } from 'node:fs'

const { readManPage } = await import('../dist/manual.js')
const folder = new URL('../dist/man/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('heliograph.1', folder), readManPage())
