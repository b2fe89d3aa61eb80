import { statusName } from './status.ts'

/**
 * A PDU that cannot be read, or cannot be written. It concerns this PDU only; the stream before and after it is intact.
 *
 * `commandStatus` is the status to answer; `commandId` and `sequenceNumber` are from the PDU's header.
 */
export class PduError extends Error {
  override readonly name = 'PduError'
  readonly commandStatus: number
  readonly commandId: number
  readonly sequenceNumber: number

  constructor(commandStatus: number, commandId: number, sequenceNumber: number, what: string) {
    super(`${what} (${statusName(commandStatus)})`)
    this.commandStatus = commandStatus
    this.commandId = commandId
    this.sequenceNumber = sequenceNumber
  }
}
