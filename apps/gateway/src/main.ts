import { isJsonWanted, runCli } from './cli.ts'
import { listenForFaults } from './faults.ts'
import { LINGER_MS } from './stop-times.ts'
import { processTerminal } from './terminal.ts'

const args = process.argv.slice(2)
let isFinished = false
let reported: Promise<never> | undefined
listenForFaults((thrown) => {
  // A finished command has already printed its answer.
  if (isFinished) process.exit()
  reported ??= reportFault(thrown)
})
process.exitCode = await runCli(args)
await reported
isFinished = true
setTimeout(() => process.exit(), LINGER_MS).unref()

async function reportFault(thrown: unknown): Promise<never> {
  const { reportError } = await import('./report-error.ts')
  reportError(processTerminal, thrown, isJsonWanted(args))
  process.exit(1)
}
