import type { BlobContent, BlobRecord, Blobs, Clock, NetworkBlobs, NewBlob, Principal } from '@heliograph/contracts'
import { blobGone, blobTooLarge, checkBlob, chunksOfOctets, visibleChannel } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'

/** As the gateway has it by default. */
const MOST_OCTETS = 16 * 1_048_576
const CHUNK_OCTETS = 65_536

interface StoredBlob extends BlobRecord {
  readonly clientId: number | null
  readonly userId: number | null
  readonly octets: Buffer
  incomingId: number | null
  channelId: number | null
}

/** The files of the double. */
export interface MemoryBlobs {
  readonly service: Blobs
  readonly network: NetworkBlobs
  /** Whether a client has such a file. */
  has(clientId: number, blobId: string): boolean
  /** Attaches files to an incoming message. */
  attach(blobIds: readonly string[], incomingId: number, channelId: number | null): void
}

export function createMemoryBlobs(clock: Clock, accounts: Accounts): MemoryBlobs {
  const stored = new Map<string, StoredBlob>()
  let lastId = 0

  async function put(
    owner: Pick<StoredBlob, 'clientId' | 'userId'>,
    { mediaType, fileName, size: expected = MOST_OCTETS, octets: given }: NewBlob,
  ): Promise<BlobRecord> {
    checkBlob({ mediaType, fileName })
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of chunksOfOctets(given, CHUNK_OCTETS)) {
      size += piece.length
      if (size > Math.min(expected, MOST_OCTETS)) throw blobTooLarge(Math.min(expected, MOST_OCTETS))
      pieces.push(Buffer.from(piece))
    }
    lastId += 1
    const record = {
      blobId: `00000000-0000-4000-9000-${String(lastId).padStart(12, '0')}`,
      mediaType: mediaType.toLowerCase(),
      fileName: fileName ?? null,
      size,
      createdAt: new Date(clock.now()),
    }
    const octets = Buffer.concat(pieces)
    stored.set(record.blobId, { ...record, ...owner, octets, incomingId: null, channelId: null })
    return record
  }

  function seen(principal: Principal, blobId: string): StoredBlob | undefined {
    const blob = stored.get(blobId)
    if (blob === undefined || blob.clientId !== principal.clientId) return undefined
    const visible = visibleChannel(principal, accounts.ownChannelOf(principal))
    if (visible === null) return blob
    const isOwn = blob.incomingId === null ? blob.userId === principal.userId : blob.channelId === visible
    return isOwn ? blob : undefined
  }

  function recordOf({ blobId, createdAt, fileName, mediaType, size }: StoredBlob): BlobRecord {
    return { blobId, mediaType, fileName, size, createdAt }
  }

  async function* read({ blobId, octets }: StoredBlob): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunksOfOctets(octets, CHUNK_OCTETS)) {
      if (!stored.has(blobId)) throw blobGone()
      yield chunk
    }
  }

  function contentOf(blob: StoredBlob | undefined): BlobContent | undefined {
    return blob === undefined ? undefined : { ...recordOf(blob), octets: read(blob) }
  }

  return {
    service: {
      put: ({ clientId, userId }, blob) => put({ clientId, userId }, blob),
      async stat(principal, blobId) {
        const blob = seen(principal, blobId)
        return blob === undefined ? undefined : recordOf(blob)
      },
      get: async (principal, blobId) => contentOf(seen(principal, blobId)),
      remove: async (principal, blobId) => seen(principal, blobId) !== undefined && stored.delete(blobId),
      async attachedTo(principal, incomingIds) {
        return [...stored.values()].flatMap((blob) => {
          const { blobId, incomingId } = blob
          if (incomingId === null || !incomingIds.includes(incomingId)) return []
          return seen(principal, blobId) === undefined ? [] : [{ ...recordOf(blob), incomingId }]
        })
      },
    },
    network: {
      async put(number, blob) {
        const channel = accounts.channelByNumber(number)
        return put({ clientId: accounts.clientOfChannel(channel?.channelId ?? null) ?? null, userId: null }, blob)
      },
      get: async (blobId) => contentOf(stored.get(blobId)),
      async remove(blobId) {
        if (stored.get(blobId)?.incomingId === null) stored.delete(blobId)
      },
    },
    has: (clientId, blobId) => stored.get(blobId)?.clientId === clientId,
    attach(blobIds, incomingId, channelId) {
      if ([...stored.values()].some((blob) => blob.incomingId === incomingId)) return
      for (const blobId of blobIds) {
        const blob = stored.get(blobId)
        if (blob !== undefined && blob.incomingId === null) Object.assign(blob, { incomingId, channelId })
      }
    },
  }
}
