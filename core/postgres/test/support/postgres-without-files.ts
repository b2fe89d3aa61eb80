import { closeSync, openSync } from 'node:fs'
import { openEmbeddedPostgres } from '../../src/index.ts'

// Opens the server of the folder given as the argument, uses up all file descriptors until the server has been checked
// twice, and gives it up.
process.stdin.resume()
const failures: unknown[] = []
let twice = (): void => undefined
const lookedAt = new Promise<void>((resolve) => {
  twice = resolve
})
const write = (): void => undefined
const logger = {
  trace: write,
  debug: write,
  info: write,
  warn: write,
  error(fields: { err?: NodeJS.ErrnoException }, text: string) {
    failures.push(`${text}: ${fields.err?.code}`)
    if (failures.length === 2) twice()
  },
  child: () => logger,
}
const server = await openEmbeddedPostgres({ dataDir: process.argv[2] ?? '', durable: false, keepRunning: true, logger })
const taken: number[] = []
const takeAll = (): void => {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch {
    // None is left.
  }
}
takeAll()
// Descriptors that were still being closed.
const taking = setInterval(takeAll, 10)
await lookedAt
clearInterval(taking)
for (const descriptor of taken) closeSync(descriptor)
console.log(JSON.stringify({ failures: failures.slice(0, 2), taken: taken.length, url: server.socketUrl }))
process.stdin.once('end', () => server.stop())
