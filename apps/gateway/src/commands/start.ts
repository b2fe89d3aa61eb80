import type { Command } from 'commander'
import type { StartOptions } from '../actions/start.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/start.ts')

export function createStartCommand(terminal: Terminal): Command {
  return createCommand('start', 'Start the gateway and serve until told to stop.')
    .option('--ready-file <path>', 'file that gets the addresses as JSON once everything listens')
    .option(
      '--restored',
      'for the first start on a restored database: hold sending, and ask what became of messages that may have been sent since',
    )
    .option('--workers <n>', 'processes that share the ports, to use more cores (default: node.workers, 1)')
    .option(
      '--watch <folder>',
      'for authors: compile the package in this folder when its sources change, and run the new code (repeatable)',
      (folder: string, earlier: readonly string[]) => [...earlier, folder],
      [],
    )
    .action(async (options) => (await actions()).runStart(terminal, withWorkers(options)))
}

/** The number of workers is a setting, so that what is wrong with it is told like the rest. */
function withWorkers(options: StartOptions): StartOptions {
  const { workers, set } = options
  return workers === undefined ? options : { ...options, set: [...set, `node.workers=${workers}`] }
}
