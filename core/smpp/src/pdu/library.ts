import { createRequire } from 'node:module'

/** What this package uses of npm `smpp`, which brings no types: the PDU class that writes, and its table of commands. */
export interface SmppLibrary {
  readonly PDU: new (command: string, options: Readonly<Record<string, unknown>>) => { toBuffer(): Buffer }
  readonly commands: Readonly<Record<string, { readonly id: number }>>
}

export const library = createRequire(import.meta.url)('smpp') as SmppLibrary
