import { Command, InvalidArgumentError } from 'commander'
import type { FindOptions } from '../actions/message.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/message.ts')

const MAX_FOUND = 1_000

export function createMessageCommand(terminal: Terminal): Command {
  return new Command('message')
    .description('Messages of any client.')
    .addCommand(createShow(terminal))
    .addCommand(createFind(terminal))
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a message, what happened to it and what it waits for.')
    .argument('<id>', 'its number (smsId)', parseInteger)
    .action(async (smsId: number, options: CommonOptions) => (await actions()).showMessage(terminal, smsId, options))
}

function createFind(terminal: Terminal): Command {
  return createCommand('find', 'Find the newest messages to a number, or those of a request.')
    .option('--to <number>', 'recipient, in international form')
    .option(
      '--request <id>',
      'those that a request brought: its X-Request-Id; looks back a day unless --since is given',
    )
    .option('--client <id>', 'of this client alone', parseInteger)
    .option(
      '--since <time>',
      'accepted then or later: a day or a time in ISO 8601, in UTC unless it says otherwise',
      parseMoment,
    )
    .option('--until <time>', 'accepted before', parseMoment)
    .option('--limit <n>', `how many at most, up to ${MAX_FOUND}`, parseLimit, 20)
    .action(async (options: FindOptions) => (await actions()).findAndShow(terminal, options))
}

function parseLimit(text: string): number {
  const limit = parseInteger(text)
  if (limit < 1 || limit > MAX_FOUND) throw new InvalidArgumentError(`It must be 1 to ${MAX_FOUND}.`)
  return limit
}
