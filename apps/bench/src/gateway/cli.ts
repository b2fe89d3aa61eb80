import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The gateway's command. */
export const GATEWAY_PROGRAM = fileURLToPath(new URL('../../../gateway/bin/heliograph.mjs', import.meta.url))

const run = promisify(execFile)

/** The deployment that a command works on. */
export interface Deployment {
  readonly configFile: string
  readonly dataDir: string
  /** Settings as `path=value` that override the file. */
  readonly set: readonly string[]
}

/** The options that select a command's deployment. */
export function deploymentOptions({ configFile, dataDir, set }: Deployment): readonly string[] {
  return ['--config', configFile, '--data-dir', dataDir, ...set.flatMap((assignment) => ['--set', assignment])]
}

/** Runs a command of the gateway and resolves with its JSON answer. Rejects with its standard error. */
export async function heliograph(deployment: Deployment, args: readonly string[]): Promise<Record<string, unknown>> {
  try {
    const { stdout } = await run(process.execPath, [
      GATEWAY_PROGRAM,
      ...args,
      ...deploymentOptions(deployment),
      '--json',
    ])
    return JSON.parse(stdout) as Record<string, unknown>
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`heliograph ${args.slice(0, 2).join(' ')} failed: ${stderr?.trim() || message}`)
  }
}
