import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** What a sid names, by its first two letters: the first octet of what is enciphered. */
const KINDS = { AC: 1, SK: 2, SM: 3 } as const

export type SidKind = keyof typeof KINDS

const SID = /^[A-Z]{2}([0-9a-fA-F]{32})$/

/** Octets of a sid, and of a block of the cipher. */
const OCTETS = 16

/** Where the client begins (6 octets), and where the id does (8). */
const CLIENT = 2
const ID = 8

/**
 * Makes sids out of ids and reads them back, without a table: a sid is one block of AES-128 with the kind, the client
 * and the id. A sid that was not made with the same secret is read as another kind or client, and counts as unknown.
 */
export interface Sids {
  /** The sid of a client's account (`id` is 0), key or message. */
  write(kind: SidKind, clientId: number, id: number): string
  /** The id; undefined for a sid of another kind or client, or of none. */
  read(kind: SidKind, clientId: number, sid: string): number | undefined
}

/** The Account SID of a client, for programs that set up others. `secret`: `sidSecret` of the configuration. */
export function accountSid(clientId: number, secret = ''): string {
  return createSids(secret).write('AC', clientId, 0)
}

/** Clients whose account sids are remembered: every request names its own twice, and every answer does. */
const MOST_ACCOUNTS = 10_000

const TWO_32 = 2 ** 32

export function createSids(secret: string): Sids {
  const key = createHash('sha256').update(`twilio sids ${secret}`).digest().subarray(0, OCTETS)
  // Each block stands alone, and no two of them are the same, so there is nothing to chain.
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const accounts = new Map<number, string>()
  const block = Buffer.alloc(OCTETS)

  function encipher(kind: SidKind, clientId: number, id: number): string {
    block[0] = KINDS[kind]
    block.writeUIntBE(clientId, CLIENT, ID - CLIENT)
    block.writeUInt32BE(Math.floor(id / TWO_32), ID)
    block.writeUInt32BE(id % TWO_32, ID + 4)
    return kind + cipher.update(block).toString('hex')
  }

  function accountOf(clientId: number): string {
    const known = accounts.get(clientId)
    if (known !== undefined) return known
    const sid = encipher('AC', clientId, 0)
    if (accounts.size >= MOST_ACCOUNTS) accounts.clear()
    accounts.set(clientId, sid)
    return sid
  }

  return {
    write(kind, clientId, id) {
      return kind === 'AC' && id === 0 ? accountOf(clientId) : encipher(kind, clientId, id)
    },
    read(kind, clientId, sid) {
      if (kind === 'AC' && sid === accountOf(clientId)) return 0
      const hex = sid.startsWith(kind) ? SID.exec(sid)?.[1] : undefined
      if (hex === undefined) return undefined
      const block = decipher.update(Buffer.from(hex, 'hex'))
      const isOwn = block.readUInt16BE(0) === KINDS[kind] << 8 && block.readUIntBE(CLIENT, ID - CLIENT) === clientId
      const id = block.readBigUInt64BE(ID)
      return isOwn && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : undefined
    },
  }
}
