import { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/work.ts')

export function createWorkCommand(terminal: Terminal): Command {
  return new Command('work')
    .description('Work that is done regularly, and work that is paused because it ended processes.')
    .addCommand(createList(terminal))
    .addCommand(createChores(terminal))
    .addCommand(createResume(terminal))
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List work that ended two processes and is paused.').action(
    async (options: CommonOptions) => (await actions()).listWork(terminal, options),
  )
}

function createChores(terminal: Terminal): Command {
  return createCommand('chores', 'List what is done regularly, with its last run and why that failed.').action(
    async (options: CommonOptions) => (await actions()).showChores(terminal, options),
  )
}

function createResume(terminal: Terminal): Command {
  return createCommand('resume', 'Let paused work go on.')
    .argument('<kind>', 'what it is, as in the list: upload')
    .argument('<key>', 'which one, as in the list')
    .action(async (kind: string, key: string, options: CommonOptions) =>
      (await actions()).resume(terminal, kind, key, options),
    )
}
