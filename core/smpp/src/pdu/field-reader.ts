import { COMMAND_IDS } from './commands.ts'
import { HEADER_LENGTH, type StringField } from './field-sizes.ts'
import type { Address } from './pdu.ts'
import { PduError } from './pdu-error.ts'
import { STATUS } from './status.ts'
import { readTlvs, type Tlvs } from './tlvs.ts'

/**
 * Reads the fields of one frame in order and never past its end; throws `PduError` with the appropriate status.
 *
 * Responses are read leniently: the body may end before any field (peers omit the body on errors, and message_id in
 * deliver_sm_resp always), and the last string may lack its NUL. Losing the network's id of a message because of a
 * careless peer would be worse.
 */
export class FieldReader {
  readonly commandId: number
  readonly sequenceNumber: number
  readonly #frame: Buffer
  readonly #lenient: boolean
  #position = HEADER_LENGTH

  constructor(frame: Buffer, commandId: number, sequenceNumber: number) {
    this.#frame = frame
    this.commandId = commandId
    this.sequenceNumber = sequenceNumber
    this.#lenient = commandId >= 0x80000000
  }

  octet(): number {
    const value = this.#frame[this.#position]
    if (value === undefined) return this.#ended()
    this.#position++
    return value
  }

  /** Four octets, big-endian. */
  word(): number {
    if (this.#position + 4 > this.#frame.length) return this.#ended()
    const value = this.#frame.readUInt32BE(this.#position)
    this.#position += 4
    return value
  }

  string(field: StringField): string {
    const frame = this.#frame
    const start = this.#position
    const last = Math.min(frame.length, start + field.limit + 1)
    let end = start
    while (end < last && frame[end] !== 0) end++
    if (end === last) {
      if (end - start > field.limit) this.fail(field.tooLong, `${field.what} is too long`)
      if (!this.#lenient) this.#ended()
    }
    this.#position = end + 1
    return end === start ? '' : frame.toString('latin1', start, end)
  }

  address(field: StringField): Address {
    const ton = this.octet()
    const npi = this.octet()
    return { ton, npi, address: this.string(field) }
  }

  /** Reads a length octet and that many octets. */
  shortMessage(): Buffer {
    const length = this.octet()
    const start = this.#position
    if (start + length > this.#frame.length) this.fail(STATUS.RINVMSGLEN, 'sm_length runs past the end')
    this.#position = start + length
    return this.#frame.subarray(start, start + length)
  }

  /**
   * Reads all that is left. Broken optional parameters are no reason to lose a response, a receipt or an incoming SMS,
   * so those are read without any.
   */
  tlvs(): Tlvs {
    const tlvs = readTlvs(this.#frame, this.#position, this.#frame.length)
    if (tlvs !== undefined) return tlvs
    if (this.#lenient || this.commandId === COMMAND_IDS.deliver_sm) return {}
    return this.fail(STATUS.RINVOPTPARSTREAM, 'optional parameters run past the end')
  }

  get atEnd(): boolean {
    return this.#position >= this.#frame.length
  }

  fail(commandStatus: number, what: string): never {
    throw new PduError(commandStatus, this.commandId, this.sequenceNumber, what)
  }

  #ended(): number {
    if (this.#lenient) return 0
    return this.fail(STATUS.RINVCMDLEN, 'the PDU ends before its fields do')
  }
}
