import { type ChoreRun, listChores, listPausedWork, type PausedWork, resumeWork } from '@heliograph/engine'
import { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { noteCommand } from '../note-commands.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createWorkCommand(terminal: Terminal): Command {
  return new Command('work')
    .description('Work that is done regularly, and work that is paused because it ended processes.')
    .addCommand(createList(terminal))
    .addCommand(createChores(terminal))
    .addCommand(createResume(terminal))
}

/** More than anyone reads. */
const MOST = 1_000

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List work that ended two processes and is paused.').action((options: CommonOptions) =>
    withEngine(terminal, options, async ({ sql }, output) => {
      const work = await listPausedWork(sql, MOST)
      output.result({ work }, formatWork(work))
    }),
  )
}

function createChores(terminal: Terminal): Command {
  return createCommand('chores', 'List what is done regularly, with its last run and why that failed.').action(
    (options: CommonOptions) =>
      withEngine(terminal, options, async ({ sql }, output) => {
        const chores = await listChores(sql)
        output.result({ chores }, formatChores(chores))
      }),
  )
}

function createResume(terminal: Terminal): Command {
  return createCommand('resume', 'Let paused work go on.')
    .argument('<kind>', 'what it is, as in the list: upload')
    .argument('<key>', 'which one, as in the list')
    .action((kind: string, key: string, options: CommonOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const clientId = await resumeWork(engine.sql, { kind, key })
        if (clientId !== undefined)
          await noteCommand(engine, { clientId, action: 'upload-resumed', subject: `upload ${key}` })
        output.result({ kind, key }, [`${kind} ${key} goes on.`])
      }),
    )
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
