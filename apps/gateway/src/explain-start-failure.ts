import { InstanceError } from '@heliograph/runtime'
import { CommandError } from './command-error.ts'

/** Returns the error that explains a failed start: for ports in use one with the remedy, else the error itself. */
export function explainStartFailure(error: unknown): unknown {
  const refused = (error instanceof AggregateError ? error.errors : [error]).filter(isPortInUse)
  return refused.length === 0 ? error : portsInUse(refused, error)
}

function isPortInUse(error: unknown): error is Error {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'EADDRINUSE') return true
  }
  return false
}

function portsInUse(refused: readonly Error[], cause: unknown): CommandError {
  const messages = refused.map(({ message }) => `${message}.`)
  const free = [...new Set(refused.map(freePortFor))].join(' ')
  const remedy =
    `To start on free ports: heliograph start ${free}\n` +
    'The addresses are then shown, and written to the --ready-file. If a gateway of this data folder runs already, stop ' +
    'it first; `heliograph check` says whether one does.'
  return new CommandError('port-in-use', [...messages, remedy].join('\n'), { cause })
}

function freePortFor(refused: Error): string {
  return refused instanceof InstanceError
    ? `--set instances.${refused.instanceId}.config.port=0`
    : '--set http.port=0 --set admin.port=0'
}
