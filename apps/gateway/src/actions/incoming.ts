import { type ListedIncoming, listIncoming } from '@heliograph/engine'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface ListOptions extends CommonOptions {
  readonly client?: number
  readonly unmatched?: true
  readonly limit: number
}

const MOST = 10_000

/** `incoming list`. */
export function showIncoming(terminal: Terminal, options: ListOptions): Promise<void> {
  const { client: clientId, unmatched: isUnmatched, limit } = options
  if (clientId !== undefined && isUnmatched)
    throw new CommandError('usage', 'Give --client or --unmatched, not both: what no channel has belongs to no client.')
  if (limit < 1 || limit > MOST) throw new CommandError('usage', `--limit must be 1 to ${MOST}.`)
  return withEngine(terminal, options, async ({ sql }, output) => {
    const incoming = await listIncoming(sql, { clientId, isUnmatched, limit })
    output.result({ incoming }, formatIncoming(incoming))
  })
}

function formatIncoming(incoming: readonly ListedIncoming[]): readonly string[] {
  if (incoming.length === 0) return ['No incoming SMS.']
  return formatTable(
    ['id', 'received', 'client', 'from', 'to', 'text'],
    incoming.map(({ incomingId, receivedAt, clientId, from, to, text }) => [
      String(incomingId),
      receivedAt.toISOString(),
      clientId === null ? '-' : String(clientId),
      from,
      to,
      text.replace(/\s+/g, ' '),
    ]),
  )
}
