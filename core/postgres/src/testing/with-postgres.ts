/**
 * `with-postgres <command> [arguments...]`: starts the Postgres server of a test run, passes its address to the command
 * in HELIOGRAPH_TEST_DATABASE, and ends as the command ends: with its exit code, or by the signal that ended it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTestServer, TEST_DATABASE_VARIABLE } from './test-server.ts'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const [command, ...args] = process.argv.slice(2)
if (command === undefined) {
  process.stderr.write('usage: with-postgres <command> [arguments...]\n')
  process.exit(2)
}

// A signal that arrives while the server starts is kept for the command.
let early: NodeJS.Signals | undefined
let deliver = (signal: NodeJS.Signals): void => {
  early = signal
}
for (const signal of FORWARDED) process.on(signal, () => deliver(signal))

const server = process.env[TEST_DATABASE_VARIABLE] ? undefined : await startTestServer()
const ending = early ? { code: null, signal: early } : await run(command, args)
await server?.stop()

if (ending.signal) {
  for (const signal of FORWARDED) process.removeAllListeners(signal)
  process.kill(process.pid, ending.signal)
} else {
  process.exitCode = ending.code ?? 1
}

/** Runs the command on our terminal; signals reach it through us. */
async function run(program: string, programArgs: readonly string[]) {
  const env = { ...process.env, ...(server ? { [TEST_DATABASE_VARIABLE]: server.url } : {}) }
  const child = spawn(program, programArgs, { env, stdio: 'inherit' })
  deliver = (signal) => {
    // Ctrl-C at the terminal has already reached the command.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return { code, signal }
  } catch (error) {
    process.stderr.write(`with-postgres: ${program} could not be run: ${(error as Error).message}\n`)
    return { code: 127, signal: null }
  }
}
