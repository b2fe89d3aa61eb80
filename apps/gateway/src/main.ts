import { isJsonWanted, runCli } from './cli.ts'
import { listenForFaults } from './faults.ts'
import { reportError } from './output.ts'
import { LINGER_MS } from './stop-times.ts'
import { processTerminal } from './terminal.ts'

const args = process.argv.slice(2)
let isFinished = false
listenForFaults((thrown) => {
  // A finished command has already printed its answer.
  if (isFinished) process.exit()
  reportError(processTerminal, thrown, isJsonWanted(args))
  process.exit(1)
})
process.exitCode = await runCli(args)
isFinished = true
setTimeout(() => process.exit(), LINGER_MS).unref()
