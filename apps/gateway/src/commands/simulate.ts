import { isGsmText } from '@heliograph/messaging'
import { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createSimulateCommand(terminal: Terminal): Command {
  return new Command('simulate')
    .description('Events that otherwise come from a network.')
    .addCommand(createIncoming(terminal))
}

interface IncomingOptions extends CommonOptions {
  readonly from: string
  readonly to: string
  readonly text: string
}

function createIncoming(terminal: Terminal): Command {
  return createCommand('incoming', 'An SMS from a subscriber to one of our numbers.')
    .requiredOption('--from <number>', "the subscriber's number")
    .requiredOption('--to <number>', 'the number it is sent to')
    .requiredOption('--text <text>', 'text')
    .action((options: IncomingOptions) =>
      withEngine(terminal, options, async ({ network }, output) => {
        const { incomingId, channelId } = await network.incoming({
          carrier: 'simulator',
          link: 'main',
          from: digits(options.from),
          to: digits(options.to),
          text: options.text,
          encoding: isGsmText(options.text) ? 'gsm' : 'ucs2',
          mayBeRepeated: false,
          receivedAt: new Date(),
        })
        output.result({ incomingId, channelId }, [
          channelId === null
            ? `Incoming SMS ${incomingId} stored. No channel has the number ${options.to}.`
            : `Incoming SMS ${incomingId} stored for channel ${channelId}.`,
        ])
      }),
    )
}

/** Networks deliver bare digits; a sender may also be a name. */
function digits(number: string): string {
  const bare = number.replace(/[\s()+-]/g, '')
  return /^\d+$/.test(bare) ? bare : number
}
