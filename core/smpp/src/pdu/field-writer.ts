import { FIELDS, MAX_SHORT_MESSAGE, type StringField } from './field-sizes.ts'
import type { Address } from './pdu.ts'
import { PduError } from './pdu-error.ts'
import { STATUS } from './status.ts'

/** Type and plan unknown, no number. */
export const NO_ADDRESS: Address = Object.freeze({ ton: 0, npi: 0, address: '' })

export const NO_OCTETS: Buffer = Buffer.alloc(0)

/**
 * Writes fields one after the other. The buffer must be large enough; a value that does not fit its field throws
 * `PduError`.
 */
export class FieldWriter {
  readonly target: Buffer
  position: number

  constructor(target: Buffer, position: number) {
    this.target = target
    this.position = position
  }

  octet(value: number): void {
    this.target[this.position++] = checkOctet(value)
  }

  /**
   * Writes one octet for each character (Latin-1) and a NUL. It goes character by character, which is faster than a
   * native call for strings this short.
   */
  string(text: string, field: StringField): void {
    if (text.length > field.limit) throw unwritable(field.tooLong, `${field.what} is too long`)
    let position = this.position
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0 || code > 0xff)
        throw unwritable(field.tooLong, `${field.what} has a character that does not fit an octet`)
      this.target[position++] = code
    }
    this.target[position++] = 0
    this.position = position
  }

  address(address: Address, field: StringField): void {
    this.octet(address.ton)
    this.octet(address.npi)
    this.string(address.address, field)
  }

  octets(octets: Buffer): void {
    this.position += octets.copy(this.target, this.position)
  }
}

export function checkOctet(value: number): number {
  if (!(value >= 0 && value <= 0xff && Number.isInteger(value))) throw unwritable(STATUS.RINVPARLEN, 'no octet')
  return value
}

/** Throws unless the time is empty or 16 characters (SMPP v3.4 section 7.1.1). */
export function checkTime(text: string, commandStatus: number): string {
  if (text.length !== 0 && text.length !== FIELDS.schedule.limit) throw unwritable(commandStatus, 'no SMPP time')
  return text
}

export function checkShortMessage(octets: Buffer): Buffer {
  if (octets.length > MAX_SHORT_MESSAGE) throw unwritable(STATUS.RINVMSGLEN, 'short_message is too long')
  return octets
}

/** The error for a PDU of ours that cannot be written; it has no command_id or sequence number yet. */
export function unwritable(commandStatus: number, what: string): PduError {
  return new PduError(commandStatus, 0, 0, what)
}
