import { isJsonWanted, runCli } from './cli.ts'
import { listenForFaults } from './faults.ts'
import { reportError } from './output.ts'
import { processTerminal } from './terminal.ts'

/**
 * How long a finished command may take to end, so that leftovers (a socket that closes slowly) do not keep the shell
 * waiting.
 */
const LINGER_MS = 1_000

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
