import { createRequire } from 'node:module'

/**
 * The part of npm `smpp` that this package uses, since it has no types of its own: the PDU class, which writes, and the
 * table of commands.
 */
export interface SmppLibrary {
  readonly PDU: new (command: string, options: Readonly<Record<string, unknown>>) => { toBuffer(): Buffer }
  readonly commands: Readonly<Record<string, { readonly id: number }>>
}

export const library = createRequire(import.meta.url)('smpp') as SmppLibrary
