import { closeOnSignals } from '../cleanup.ts'
import { createChaosCommand } from './command.ts'

closeOnSignals()
try {
  await createChaosCommand().parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
