import { type ChoreRun, listChores, listPausedWork, type PausedWork, resumeWork } from '@heliograph/engine'
import type { CommonOptions } from '../common-options.ts'
import { noteCommand } from '../note-commands.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** More than anyone reads. */
const MOST = 1_000

/** `work list`. */
export function listWork(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ sql }, output) => {
    const work = await listPausedWork(sql, MOST)
    output.result({ work }, formatWork(work))
  })
}

/** `work chores`. */
export function showChores(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ sql }, output) => {
    const chores = await listChores(sql)
    output.result({ chores }, formatChores(chores))
  })
}

/** `work resume`. */
export function resume(terminal: Terminal, kind: string, key: string, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const clientId = await resumeWork(engine.sql, { kind, key })
    if (clientId !== undefined)
      await noteCommand(engine, { clientId, action: 'upload-resumed', subject: `upload ${key}` })
    output.result({ kind, key }, [`${kind} ${key} goes on.`])
  })
}

function formatChores(chores: readonly ChoreRun[]): readonly string[] {
  if (chores.length === 0) return ['Nothing has been done yet.']
  return formatTable(
    ['chore', 'node', 'begun', 'ended', 'error'],
    chores.map(({ name, node, begunAt, endedAt, error }) => [
      name,
      node,
      begunAt.toISOString(),
      endedAt?.toISOString() ?? '-',
      error ?? '-',
    ]),
  )
}

function formatWork(work: readonly PausedWork[]): readonly string[] {
  if (work.length === 0) return ['No work is paused.']
  return formatTable(
    ['kind', 'key', 'paused', 'processes ended'],
    work.map(({ kind, key, pausedAt, ends }) => [kind, key, pausedAt.toISOString(), String(ends)]),
  )
}
