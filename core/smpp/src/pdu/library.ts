import { createRequire } from 'node:module'

/**
 * The part of npm `smpp` that this package uses, since it has no types of its own: the PDU class, which writes, and the
 * table of commands.
 */
export interface SmppLibrary {
  readonly PDU: new (command: string, options: Readonly<Record<string, unknown>>) => { toBuffer(): Buffer }
  readonly commands: Readonly<Record<string, { readonly id: number }>>
}

/**
 * The library assigns to this global without declaring it, when a PDU has its text in a TLV. Declared here, it does not
 * appear later, when the kit would blame the module that happens to run.
 */
Object.defineProperty(globalThis, 'skipUdh', { writable: true, configurable: true })

export const library = createRequire(import.meta.url)('smpp') as SmppLibrary
