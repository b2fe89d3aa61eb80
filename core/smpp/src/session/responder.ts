import type { Logger } from '@heliograph/contracts'
import { COMMAND_IDS, type CommandName, responseCommand } from '../pdu/commands.ts'
import type { RequestPdu } from '../pdu/pdu.ts'
import { STATUS } from '../pdu/status.ts'
import type { PduSender } from './pdu-sender.ts'
import type { Respond, ResponseFields } from './types.ts'

interface ResponderOptions {
  readonly logger: Logger
  readonly onRequest: (request: RequestPdu, respond: Respond) => void
  readonly isClosed: () => boolean
  /** Called when a request was answered and there is room for another. */
  readonly onAnswered: () => void
}

/** The peer's requests, from the call of `onRequest` to their answers. */
export class Responder {
  readonly #options: ResponderOptions
  readonly #sender: PduSender
  #unanswered = 0

  constructor(options: ResponderOptions, sender: PduSender) {
    this.#options = options
    this.#sender = sender
  }

  get unanswered(): number {
    return this.#unanswered
  }

  handOver(request: RequestPdu): void {
    const command = responseCommand(COMMAND_IDS[request.command])
    const respond = command === undefined ? neverAnswered : this.#respondOnce(command, request.sequenceNumber)
    try {
      this.#options.onRequest(request, respond)
    } catch (error) {
      this.#options.logger.error({ err: error, command: request.command }, 'an SMPP request failed')
      respond({ commandStatus: STATUS.RSYSERR })
    }
  }

  #respondOnce(command: CommandName, sequenceNumber: number): Respond {
    let isAnswered = false
    this.#unanswered++
    return (fields) => {
      if (isAnswered) return false
      isAnswered = true
      this.#unanswered--
      if (this.#options.isClosed()) return false
      this.#write(command, sequenceNumber, fields)
      this.#options.onAnswered()
      return true
    }
  }

  #write(command: CommandName, sequenceNumber: number, fields: ResponseFields): void {
    const fault = this.#sender.write(fields.nack === true ? 'generic_nack' : command, fields, sequenceNumber)
    if (fault === undefined) return
    this.#options.logger.error({ err: fault, command }, 'an SMPP response could not be written')
    this.#sender.write(command, { commandStatus: STATUS.RSYSERR }, sequenceNumber)
  }
}

/** For outbind and alert_notification (SMPP v3.4 section 4.1.7 and 4.12). */
function neverAnswered(): boolean {
  return false
}
