import { InstanceError } from '@heliograph/runtime'
import { CommandError } from './command-error.ts'

/** Returns the error that a failed start is told by: for a port in use one with the remedy, else the error itself. */
export function explainStartFailure(error: unknown): unknown {
  return isPortInUse(error) ? portInUse(error as Error) : error
}

function isPortInUse(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'EADDRINUSE') return true
  }
  return false
}

function portInUse(cause: Error): CommandError {
  const wanted =
    cause instanceof InstanceError
      ? `--set instances.${cause.instanceId}.config.port=0`
      : '--set http.port=0 --set admin.port=0'
  const remedy = `Any free port: ${wanted}. The addresses are then shown, and written to the --ready-file.`
  return new CommandError('port-in-use', `${cause.message}.\n${remedy}`, { cause })
}
