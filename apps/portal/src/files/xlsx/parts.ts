import { unzipSync } from 'fflate'
import { ListFault } from '../list-fault.ts'
import { LIMITS } from './limits.ts'

/** The parts of a workbook, which is a ZIP file. */
export class Parts {
  readonly #octets: Uint8Array
  #unpacked = 0

  constructor(octets: Uint8Array) {
    this.#octets = octets
  }

  /**
   * Unpacks a part; undefined when there is none of this name. No more is unpacked than the file says, and no more than
   * the limit in all. Throws a `ListFault`.
   */
  find(name: string): Uint8Array | undefined {
    const found = unzipSync(this.#octets, {
      filter: (entry) => {
        if (entry.name !== name) return false
        this.#unpacked += entry.originalSize
        if (this.#unpacked > LIMITS.unpackedOctets) throw new ListFault('too-large')
        return true
      },
    })
    return found[name]
  }
}
