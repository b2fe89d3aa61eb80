import { systemClock } from '@heliograph/contracts'
import { findMessages, traceMessage } from '@heliograph/engine'
import { normaliseNumber } from '@heliograph/messaging'
import { Command, InvalidArgumentError } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { formatFound } from '../format-found.ts'
import { formatTrace } from '../format-trace.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

const MAX_FOUND = 1_000

export function createMessageCommand(terminal: Terminal): Command {
  return new Command('message')
    .description('Messages of any client.')
    .addCommand(createShow(terminal))
    .addCommand(createFind(terminal))
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a message and what happened to it.')
    .argument('<id>', 'its number (smsId)', parseInteger)
    .action((smsId: number, options: CommonOptions) =>
      withEngine(terminal, options, async ({ sql }, output) => {
        const trace = await traceMessage(sql, systemClock, smsId)
        if (trace === undefined) throw new CommandError('message-not-found', `There is no message ${smsId}.`)
        const { record, history } = trace
        output.result({ ...record, history }, formatTrace(trace))
      }),
    )
}

interface FindOptions extends CommonOptions {
  readonly to: string
  readonly client?: number
  readonly since?: Date
  readonly limit: number
}

function createFind(terminal: Terminal): Command {
  return createCommand('find', 'Find the newest messages to a number.')
    .requiredOption('--to <number>', 'recipient, in international form')
    .option('--client <id>', 'of this client alone', parseInteger)
    .option(
      '--since <time>',
      'accepted then or later: a day or a time in ISO 8601, in UTC unless it says otherwise',
      parseMoment,
    )
    .option('--limit <n>', `how many at most, up to ${MAX_FOUND}`, parseLimit, 20)
    .action(({ to, client: clientId, since, limit, ...options }: FindOptions) =>
      withEngine(terminal, options, async ({ sql }, output, settings) => {
        const number = normaliseNumber(to, 'international', settings.configuration.sections.defaults.country)
        if (number === undefined)
          throw new CommandError('bad-number', `${to} is no phone number in international form.`)
        const found = await findMessages(sql, systemClock, { to: number, clientId, since, limit })
        output.result({ messages: found.map(({ record }) => record) }, formatFound(found))
      }),
    )
}

function parseLimit(text: string): number {
  const limit = parseInteger(text)
  if (limit < 1 || limit > MAX_FOUND) throw new InvalidArgumentError(`It must be 1 to ${MAX_FOUND}.`)
  return limit
}
