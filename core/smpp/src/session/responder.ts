import type { Logger } from '@heliograph/contracts'
import { COMMAND_IDS, responseCommand } from '../pdu/commands.ts'
import type { RequestPdu, ResponseDraft } from '../pdu/pdu.ts'
import { STATUS } from '../pdu/status.ts'
import type { PduSender } from './pdu-sender.ts'
import type { Respond, ResponseFields } from './types.ts'

interface ResponderOptions {
  readonly logger: Logger
  readonly onRequest: (request: RequestPdu, respond: Respond) => void
  readonly isClosed: () => boolean
  /** A request was answered: there is room for another. */
  readonly onAnswered: () => void
}

type ResponseCommand = ResponseDraft['command']

/** Requests of the peer, from the call of `onRequest` to their answers. */
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
    const command = responseCommand(COMMAND_IDS[request.command]) as ResponseCommand | undefined
    const respond = command === undefined ? neverAnswered : this.#respondOnce(command, request.sequenceNumber)
    try {
      this.#options.onRequest(request, respond)
    } catch (error) {
      this.#options.logger.error({ err: error, command: request.command }, 'an SMPP request failed')
      respond({ commandStatus: STATUS.RSYSERR })
    }
  }

  #respondOnce(command: ResponseCommand, sequenceNumber: number): Respond {
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

  #write(command: ResponseCommand, sequenceNumber: number, fields: ResponseFields): void {
    const { nack, ...body } = fields
    const answer = { ...body, command: nack === true ? 'generic_nack' : command, sequenceNumber } as ResponseDraft
    const fault = this.#sender.write(answer)
    if (fault === undefined) return
    this.#options.logger.error({ err: fault, command }, 'an SMPP response could not be written')
    this.#sender.write({ command, commandStatus: STATUS.RSYSERR, sequenceNumber } as ResponseDraft)
  }
}

/** For outbind and alert_notification (SMPP v3.4 section 4.1.7 and 4.12). */
function neverAnswered(): boolean {
  return false
}
