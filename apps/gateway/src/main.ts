import { isJsonWanted, runCli } from './cli.ts'
import { listenForFaults } from './faults.ts'
import { reportError } from './output.ts'
import { processTerminal } from './terminal.ts'

/** What a finished command may leave behind (a socket that closes slowly) does not keep the shell waiting. */
const LINGER_MS = 1_000

const args = process.argv.slice(2)
let isFinished = false
listenForFaults((thrown) => {
  // A finished command has said what there was to say.
  if (isFinished) process.exit()
  reportError(processTerminal, thrown, isJsonWanted(args))
  process.exit(1)
})
process.exitCode = await runCli(args)
isFinished = true
setTimeout(() => process.exit(), LINGER_MS).unref()
