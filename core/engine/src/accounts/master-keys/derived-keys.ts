import { deriveKey } from './key-ring.ts'

/**
 * The keys of what cannot be made again when the master key changes: the hash of a password of SMPP is stored without
 * the password, that of an erased number without the number, and links are in texts that people have. So the deployment
 * keeps those that its first master key gave it, sealed under the current one.
 */
export interface DerivedKeys {
  readonly smpp: Buffer
  readonly account: Buffer
  readonly contact: Buffer
  readonly links: Buffer
}

export function deriveKeys(masterKey: Uint8Array): DerivedKeys {
  return {
    smpp: deriveKey(masterKey, 'heliograph smpp password'),
    account: deriveKey(masterKey, 'heliograph log-in account'),
    contact: deriveKey(masterKey, 'heliograph erased contact'),
    links: deriveKey(masterKey, 'heliograph subscription link'),
  }
}

export function formatDerivedKeys({ smpp, account, contact, links }: DerivedKeys): string {
  const texts = { smpp: textOf(smpp), account: textOf(account), contact: textOf(contact), links: textOf(links) }
  return JSON.stringify(texts)
}

export function parseDerivedKeys(text: string): DerivedKeys {
  const { smpp, account, contact, links } = JSON.parse(text) as Record<keyof DerivedKeys, string>
  return { smpp: octetsOf(smpp), account: octetsOf(account), contact: octetsOf(contact), links: octetsOf(links) }
}

function textOf(key: Buffer): string {
  return key.toString('base64')
}

function octetsOf(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
