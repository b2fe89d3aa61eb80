import { type MessageState, PRIORITIES } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface SendOptions extends CommonOptions {
  readonly key: string
  readonly to: string
  readonly text: string
}

/** An entry in any other state was not accepted. */
const ACCEPTED: ReadonlySet<MessageState> = new Set(['queued', 'scheduled'])

const THIS_MACHINE = { remoteAddress: '127.0.0.1' }

/** `send`. */
export function sendMessage(terminal: Terminal, options: SendOptions): Promise<void> {
  return withEngine(terminal, options, async ({ directory, submissions }, output) => {
    const principal = await directory.byApiKey(options.key, THIS_MACHINE)
    if (principal === undefined) {
      throw new CommandError(
        'bad-key',
        'No enabled user has this API key, or its client does not accept it from this machine. Make one with: heliograph key add --user ID',
      )
    }
    const { entries } = await submissions.submit(principal, {
      origin: 'cli',
      priority: PRIORITIES.NORMAL,
      numbers: 'local',
      atomic: true,
      messages: [{ destinations: [{ to: options.to }], text: options.text }],
    })
    const [entry] = entries
    if (entry === undefined || !ACCEPTED.has(entry.state)) throw refused(entry?.state ?? 'bad-number')
    const { smsId, messageId } = entry
    const status = STATUS_FORMS[entry.state].v2.name
    output.result({ smsId, messageId, status }, [`${status}  smsId ${smsId}  messageId ${messageId}`])
  })
}

function refused(state: MessageState): CommandError {
  const { name, description } = STATUS_FORMS[state].v2
  return new CommandError(state, `Not accepted: ${description} (${name}).`)
}
