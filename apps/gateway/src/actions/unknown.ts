import type { OutcomeDecision, UnknownCount, UnknownFilter, UnknownMessage } from '@heliograph/contracts'
import { priorityName } from '@heliograph/messaging'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { noteCommand } from '../note-commands.ts'
import { parseInteger } from '../parse-option.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface FilterOptions extends CommonOptions {
  readonly client?: number
  readonly route?: string
  readonly since?: Date
}

export interface DecideOptions extends FilterOptions {
  readonly all?: boolean
  readonly as?: 'sent' | 'failed'
}

/** `unknown list`. */
export function listUnknown(terminal: Terminal, options: FilterOptions & { readonly limit: number }): Promise<void> {
  return withEngine(terminal, options, async ({ unknownOutcomes }, output) => {
    const filter = filterOf(options)
    const counts = await unknownOutcomes.count(filter)
    const messages = options.limit === 0 ? [] : await unknownOutcomes.list(filter, options.limit)
    const total = counts.reduce((sum, count) => sum + count.messages, 0)
    output.result({ total, counts, messages }, formatUnknown(total, counts, messages))
  })
}

const DONE: Readonly<Record<OutcomeDecision, string>> = {
  sent: 'count as sent',
  failed: 'have ended as not sent',
  resend: 'are sent again',
}

export function decide(
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
