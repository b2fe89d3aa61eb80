import { closeOnSignals } from './cleanup.ts'
import { createProgram } from './cli.ts'

closeOnSignals()

try {
  await createProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
