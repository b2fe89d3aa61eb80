import { runCli } from './cli.ts'

/** What a finished command may leave behind (a socket that closes slowly) does not keep the shell waiting. */
const LINGER_MS = 1_000

process.exitCode = await runCli(process.argv.slice(2))
setTimeout(() => process.exit(), LINGER_MS).unref()
