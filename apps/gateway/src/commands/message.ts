import { systemClock } from '@heliograph/contracts'
import { traceMessage } from '@heliograph/engine'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { formatTrace } from '../format-trace.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createMessageCommand(terminal: Terminal): Command {
  return new Command('message').description('Messages of any client.').addCommand(createShow(terminal))
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a message and what happened to it.')
    .argument('<id>', 'its number (smsId)', parseInteger)
    .action((smsId: number, options: CommonOptions) =>
      withEngine(terminal, options, async ({ sql }, output) => {
        const trace = await traceMessage(sql, systemClock, smsId)
        if (trace === undefined) throw new CommandError('message-not-found', `There is no message ${smsId}.`)
        const { clientId, record, history } = trace
        output.result({ clientId, ...record, history }, formatTrace(trace))
      }),
    )
}
