import { closeOnSignals } from '../cleanup.ts'
import { createChaosCommand } from './command.ts'
import { MissingPrograms } from './patroni/programs.ts'

closeOnSignals()
try {
  await createChaosCommand().parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof MissingPrograms ? 2 : 1
}
