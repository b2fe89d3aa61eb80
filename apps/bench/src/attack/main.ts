import { closeOnSignals } from '../cleanup.ts'
import { createAttackCommand } from './command.ts'

closeOnSignals()
try {
  await createAttackCommand().parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
