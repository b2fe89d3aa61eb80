import { type Command, Option } from 'commander'
import type { SupportOptions } from '../actions/support.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/support.ts')

export function createSupportCommand(terminal: Terminal): Command {
  return createCommand(
    'support',
    'Write a file for those who help: versions, configuration, findings and figures, without secrets, texts and numbers.',
  )
    .option('--out <file>', 'the new file, JSON compressed by gzip', 'heliograph-support.json.gz')
    .addOption(
      new Option(
        '--admin <url>',
        'admin address of a node whose metrics are asked for (repeatable; default: by admin.host and admin.port)',
      )
        .default([], 'none')
        .argParser((value: string, earlier: readonly string[]) => [...earlier, value]),
    )
    .action(async (options: SupportOptions) => (await actions()).runSupport(terminal, options))
}
