import { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { notedAccounts } from '../note-commands.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createKeyCommand(terminal: Terminal): Command {
  return new Command('key').description('API keys.').addCommand(createAdd(terminal))
}

interface AddOptions extends CommonOptions {
  readonly user: number
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Make an API key for a user. It is shown this once.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .action((options: AddOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const { apiKey } = await notedAccounts(engine).addKey({ userId: options.user })
        output.result({ apiKey }, [apiKey])
      }),
    )
}
