import { isGsmText } from '@heliograph/messaging'
import type { CommonOptions } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface IncomingOptions extends CommonOptions {
  readonly from: string
  readonly to: string
  readonly text: string
}

/** `simulate incoming`. */
export function simulateIncoming(terminal: Terminal, options: IncomingOptions): Promise<void> {
  return withEngine(terminal, options, async ({ network }, output) => {
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
  })
}

/** Networks deliver bare digits; a sender may also be a name. */
function digits(number: string): string {
  const bare = number.replace(/[\s()+-]/g, '')
  return /^\d+$/.test(bare) ? bare : number
}
