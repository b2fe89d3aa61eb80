import type { OutcomeDecision, UnknownCount, UnknownFilter, UnknownMessage } from '@heliograph/contracts'
import { priorityName } from '@heliograph/messaging'
import { Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { noteCommand } from '../note-commands.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createUnknownCommand(terminal: Terminal): Command {
  return new Command('unknown')
    .description('Messages that may or may not have been sent, and what is decided about them.')
    .addCommand(createList(terminal))
    .addCommand(createSettle(terminal))
    .addCommand(createResend(terminal))
}

interface FilterOptions extends CommonOptions {
  readonly client?: number
  readonly route?: string
  readonly since?: Date
}

interface DecideOptions extends FilterOptions {
  readonly all?: boolean
  readonly as?: 'sent' | 'failed'
}

function createList(terminal: Terminal): Command {
  return withFilter(createCommand('list', 'List messages of unknown outcome: how many, and the first of them.'))
    .option('--limit <n>', 'how many are shown at most', parseInteger, 20)
    .action((options: FilterOptions & { readonly limit: number }) =>
      withEngine(terminal, options, async ({ unknownOutcomes }, output) => {
        const filter = filterOf(options)
        const counts = await unknownOutcomes.count(filter)
        const messages = options.limit === 0 ? [] : await unknownOutcomes.list(filter, options.limit)
        const total = counts.reduce((sum, count) => sum + count.messages, 0)
        output.result({ total, counts, messages }, formatUnknown(total, counts, messages))
      }),
    )
}

function createSettle(terminal: Terminal): Command {
  return withChoice(createCommand('settle', 'Say what became of messages of unknown outcome.'))
    .addOption(
      new Option(
        '--as <outcome>',
        'sent: a network has them, and their receipts are waited for; failed: none has, and they end, credited back',
      )
        .choices(['sent', 'failed'])
        .makeOptionMandatory(),
    )
    .action((ids: readonly string[], options: DecideOptions) =>
      decide(terminal, ids, options, options.as as OutcomeDecision),
    )
}

function createResend(terminal: Terminal): Command {
  return withChoice(createCommand('resend', 'Send messages of unknown outcome again.')).action(
    (ids: readonly string[], options: DecideOptions) => decide(terminal, ids, options, 'resend'),
  )
}

function withFilter(command: Command): Command {
  return command
    .option('--client <id>', 'those of this client', parseInteger)
    .option('--route <name>', 'those of this route')
    .option('--since <time>', 'accepted then or later (ISO 8601)', parseMoment)
}

function withChoice(command: Command): Command {
  return withFilter(command.argument('[ids...]', 'their numbers (smsId)')).option(
    '--all',
    'all that the other options leave, instead of numbers',
  )
}

const DONE: Readonly<Record<OutcomeDecision, string>> = {
  sent: 'count as sent',
  failed: 'have ended as not sent',
  resend: 'are sent again',
}

function decide(
  terminal: Terminal,
  ids: readonly string[],
  options: DecideOptions,
  verdict: OutcomeDecision,
): Promise<void> {
  if (ids.length > 0 === (options.all === true))
    throw new CommandError('usage', 'Give the numbers of messages, or --all (with --client, --route or --since).')
  const which = options.all === true ? filterOf(options) : ids.map(parseInteger)
  return withEngine(terminal, options, async (engine, output) => {
    const messages = await engine.unknownOutcomes.decide(which, verdict, (done) => output.progress(`${done} ...`))
    if (messages > 0) {
      const detail = { outcome: verdict, messages: String(messages), ...describeChoice(ids, options) }
      const clientId = options.client ?? null
      await noteCommand(engine, { clientId, action: 'unknown-decided', subject: 'messages of unknown outcome', detail })
    }
    output.result({ messages, verdict }, [`${messages} messages ${DONE[verdict]}.`])
  })
}

function filterOf({ client: clientId, route, since }: FilterOptions): UnknownFilter {
  return { clientId, route, since }
}

/** For the audit log: the first numbers, or the filter. */
function describeChoice(ids: readonly string[], { route, since }: FilterOptions): Readonly<Record<string, string>> {
  return {
    ...(ids.length > 0 && { ids: ids.slice(0, 10).join(' ') }),
    ...(route !== undefined && { route }),
    ...(since !== undefined && { since: since.toISOString() }),
  }
}

function formatUnknown(
  total: number,
  counts: readonly UnknownCount[],
  messages: readonly UnknownMessage[],
): readonly string[] {
  if (total === 0) return ['There are no messages of unknown outcome.']
  const byRoute = formatTable(
    ['client', 'route', 'messages', 'oldest accepted'],
    counts.map((count) => [String(count.clientId), count.route, String(count.messages), count.oldestAt.toISOString()]),
  )
  const first = formatTable(
    ['message', 'client', 'to', 'route', 'priority', 'accepted', 'unknown since', 'link'],
    messages.map(({ smsId, clientId, to, route, priority, acceptedAt, since, link }) => [
      String(smsId),
      String(clientId),
      to,
      route,
      priorityName(priority),
      acceptedAt.toISOString(),
      since.toISOString(),
      link,
    ]),
  )
  const shown = messages.length === 0 ? [] : ['', `The first ${messages.length} of ${total}:`, ...first]
  return [...byRoute, ...shown]
}
