import type { ReloadOutcome } from '@heliograph/runtime'
import { askAdmin } from '../admin-client.ts'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { createOutput } from '../output.ts'
import { describeOutcome } from '../reload/describe-outcome.ts'
import { loadSettings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

export interface ReloadOptions extends CommonOptions {
  readonly admin?: string
}

/** The gateway reads the file that it was started with; the one given here only says where it is. */
export async function runReload(terminal: Terminal, options: ReloadOptions): Promise<void> {
  const settings = await loadSettings(options)
  const question = { method: 'POST', path: '/reload', timeoutMs: 60_000 } as const
  const outcome = await askAdmin(settings, options.admin, question, isOutcome)
  const lines = describeOutcome(outcome)
  if (outcome.failed.length > 0)
    throw new CommandError('reload-failed', lines.join('\n'), { details: options.json ? outcome : undefined })
  createOutput(terminal, options.json).result(outcome, lines)
}

function isOutcome(body: object): body is ReloadOutcome {
  return 'applied' in body && 'restart' in body && 'failed' in body
}
