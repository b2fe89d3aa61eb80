import type { Engine } from '@heliograph/engine'
import { CommandError } from './command-error.ts'
import { noteCommand } from './note-commands.ts'

export interface AdmitOptions {
  /** `start --restored`. */
  readonly isRestored: boolean
  readonly dataDir: string
}

/**
 * Refuses to work on a database that is older than what this node remembers: it was restored, and its messages would go
 * out again. With `--restored` it is put to use with sending on hold.
 */
export async function admitDatabase(engine: Engine, { isRestored, dataDir }: AdmitOptions): Promise<void> {
  const admission = await engine.admit(isRestored)
  switch (admission.kind) {
    case 'as-left':
      return
    case 'restored': {
      const detail = { undecided: String(admission.undecided) }
      await noteCommand(engine, { clientId: null, action: 'database-restored', subject: 'deployment', detail })
      return
    }
    case 'older':
      throw new CommandError('database-older', olderText(admission.seen.at, dataDir))
    case 'in-use':
      throw new CommandError('database-in-use', inUseText(admission.nodes))
  }
}

function olderText(at: string, dataDir: string): string {
  return [
    `The database is older than this node remembers: its data had come to ${at} (${dataDir}/database-seen.json).`,
    'If it was restored from a backup, start once with --restored: sending is then on hold until it is decided what',
    'becomes of messages that may have been sent since (BACKUP.md). If it is another database, set database.url right.',
  ].join(' ')
}

function inUseText(nodes: readonly string[]): string {
  const names = nodes.join(', ')
  return `--restored is for a database on which no node works, but these do: ${names}. Stop them, then start again.`
}
