import { systemClock } from '@heliograph/contracts'
import { explainWaiting, findMessages, traceMessage } from '@heliograph/engine'
import { normaliseNumber } from '@heliograph/messaging'
import { Command, InvalidArgumentError } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { formatFound } from '../format-found.ts'
import { formatTrace } from '../format-trace.ts'
import { formatWaiting } from '../format-waiting.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

const MAX_FOUND = 1_000
const DAY_MS = 86_400_000

export function createMessageCommand(terminal: Terminal): Command {
  return new Command('message')
    .description('Messages of any client.')
    .addCommand(createShow(terminal))
    .addCommand(createFind(terminal))
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a message, what happened to it and what it waits for.')
    .argument('<id>', 'its number (smsId)', parseInteger)
    .action((smsId: number, options: CommonOptions) =>
      withEngine(terminal, options, async ({ sql }, output) => {
        const trace = await traceMessage(sql, systemClock, smsId)
        if (trace === undefined) throw new CommandError('message-not-found', `There is no message ${smsId}.`)
        const { record, history } = trace
        const waiting = (await explainWaiting(sql, smsId)) ?? []
        output.result({ ...record, history, waiting }, [...formatTrace(trace), ...formatWaiting(waiting)])
      }),
    )
}

interface FindOptions extends CommonOptions {
  readonly to?: string
  readonly request?: string
  readonly client?: number
  readonly since?: Date
  readonly until?: Date
  readonly limit: number
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
    .action(({ to, request: requestId, client: clientId, since, until, limit, ...options }: FindOptions) => {
      if (to === undefined && requestId === undefined) throw new CommandError('nothing-to-find', NOTHING_TO_FIND)
      return withEngine(terminal, options, async ({ sql }, output, settings) => {
        const { country } = settings.configuration.sections.defaults
        const question = { to: to && readNumber(to, country), requestId, clientId, until, limit }
        const found = await findMessages(sql, systemClock, { ...question, since: since ?? earliest(to) })
        output.result({ messages: found.map(({ record }) => record) }, formatFound(found))
      })
    })
}

const NOTHING_TO_FIND = 'Say which messages: --to with their recipient, or --request with the id of their request.'

/** No index has requests, so without a recipient every message of the time is read. */
function earliest(to: string | undefined): Date | undefined {
  return to === undefined ? new Date(systemClock.now() - DAY_MS) : undefined
}

function readNumber(to: string, country: string): string {
  const number = normaliseNumber(to, 'international', country)
  if (number === undefined) throw new CommandError('bad-number', `${to} is no phone number in international form.`)
  return number
}

function parseLimit(text: string): number {
  const limit = parseInteger(text)
  if (limit < 1 || limit > MAX_FOUND) throw new InvalidArgumentError(`It must be 1 to ${MAX_FOUND}.`)
  return limit
}
