import type { CommandName } from '../pdu/commands.ts'
import { type DraftFields, encodeNumbered } from '../pdu/encode-pdu.ts'
import { PduError } from '../pdu/pdu-error.ts'
import { BatchWriter } from './batch-writer.ts'
import type { PduTap, SessionSocket } from './types.ts'

/** The last sequence number before they start again at 1 (SMPP v3.4 section 5.1.4). */
const MAX_SEQUENCE_NUMBER = 0x7fffffff

/** Writes the PDUs of one side of a session and numbers its requests. */
export class PduSender {
  readonly output: BatchWriter
  count = 0
  readonly #isUsed: (sequenceNumber: number) => boolean
  readonly #onPdu: PduTap | undefined
  #sequenceNumber: number

  /**
   * `isUsed` returns whether a number still waits for its answer, for when the numbers start again. `last` is the
   * number before the first.
   */
  constructor(socket: SessionSocket, isUsed: (sequenceNumber: number) => boolean, last = 0, onPdu?: PduTap) {
    this.output = new BatchWriter(socket)
    this.#isUsed = isUsed
    this.#onPdu = onPdu
    this.#sequenceNumber = last
  }

  nextNumber(): number {
    let next = this.#sequenceNumber
    do {
      next = next >= MAX_SEQUENCE_NUMBER ? 1 : next + 1
    } while (this.#isUsed(next))
    this.#sequenceNumber = next
    return next
  }

  /**
   * Returns the error when it cannot be written as a PDU. `fields` may be a draft; its own command and number are
   * ignored.
   */
  write(command: CommandName, fields: DraftFields, sequenceNumber: number): PduError | undefined {
    try {
      const frame = encodeNumbered(command, fields, sequenceNumber)
      this.output.add(frame)
      this.count++
      this.#onPdu?.('out', frame)
      return undefined
    } catch (error) {
      if (error instanceof PduError) return error
      throw error
    }
  }
}
