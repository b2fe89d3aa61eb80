import { randomUUID } from 'node:crypto'
import type { BlobContent, BlobRecord, Blobs, Channels, NetworkBlobs, NewBlob, Principal } from '@heliograph/contracts'
import { blobGone, blobsFull, blobTooLarge, checkBlob, chunksOfOctets } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import {
  addChunk,
  type BlobOwner,
  type BlobRoom,
  type BlobScope,
  clientOfNumber,
  completeBlob,
  findAttached,
  findBlob,
  findChunk,
  removeBlob,
  reserveBlob,
} from './blob-statements.ts'

/** Octets of a row: small enough for a statement of a few milliseconds. */
const CHUNK_OCTETS = 256 * 1024

export interface BlobsOptions extends BlobRoom {
  readonly sql: Sql
  readonly visibleTo: Channels['visibleTo']
  /** Of one file. */
  readonly mostOctetsOfOne: number
}

/**
 * Creates the services of files. A file is written and read in statements of its own, one for each chunk, so that no
 * connection waits for a slow sender or receiver.
 */
export function createBlobs(options: BlobsOptions): { readonly blobs: Blobs; readonly network: NetworkBlobs } {
  const { sql, visibleTo, mostOctetsOfOne } = options

  async function put(owner: BlobOwner, blob: NewBlob): Promise<BlobRecord> {
    checkBlob(blob)
    const { mediaType, fileName, size: expected = mostOctetsOfOne, octets } = blob
    if (expected > mostOctetsOfOne) throw blobTooLarge(mostOctetsOfOne)
    const blobId = randomUUID()
    const reserved = { mediaType, fileName, size: expected }
    const createdAt = await serviceAnswer(reserveBlob(sql, blobId, owner, reserved, options))
    if (createdAt === undefined) throw blobsFull()
    try {
      const size = await write(blobId, octets, expected)
      if (!(await serviceAnswer(completeBlob(sql, blobId, size)))) throw blobGone()
      return { blobId, mediaType: mediaType.toLowerCase(), fileName: fileName ?? null, size, createdAt }
    } catch (error) {
      // What cannot be removed now goes within a day.
      await removeBlob(sql, blobId, null).catch(() => {})
      throw error
    }
  }

  async function write(blobId: string, octets: NewBlob['octets'], most: number): Promise<number> {
    let [size, position] = [0, 0]
    for await (const chunk of chunksOfOctets(octets, CHUNK_OCTETS)) {
      size += chunk.length
      if (size > most) throw blobTooLarge(most)
      await serviceAnswer(addChunk(sql, blobId, position, chunk))
      position += 1
    }
    return size
  }

  async function* read({ blobId, size }: BlobRecord): AsyncGenerator<Uint8Array> {
    let done = 0
    for (let position = 0; done < size; position += 1) {
      const chunk = await serviceAnswer(findChunk(sql, blobId, position))
      if (chunk === undefined) throw blobGone()
      done += chunk.length
      yield chunk
    }
  }

  function withOctets(record: BlobRecord | undefined): BlobContent | undefined {
    return record === undefined ? undefined : { ...record, octets: read(record) }
  }

  async function scopeOf(principal: Principal): Promise<BlobScope> {
    const { clientId, userId } = principal
    return { clientId, userId, channelId: await visibleTo(principal) }
  }

  const find = async (principal: Principal, blobId: string) =>
    serviceAnswer(findBlob(sql, blobId, await scopeOf(principal)))

  return {
    blobs: {
      put: ({ clientId, userId }, blob) => put({ clientId, userId }, blob),
      stat: find,
      get: async (principal, blobId) => withOctets(await find(principal, blobId)),
      remove: async (principal, blobId) => serviceAnswer(removeBlob(sql, blobId, await scopeOf(principal))),
      async attachedTo(principal, incomingIds) {
        const ids = incomingIds.filter(Number.isSafeInteger)
        return ids.length === 0 ? [] : [...(await serviceAnswer(findAttached(sql, ids, await scopeOf(principal))))]
      },
    },
    network: {
      async put(number, blob) {
        return put({ clientId: await serviceAnswer(clientOfNumber(sql, number)), userId: null }, blob)
      },
      get: async (blobId) => withOctets(await serviceAnswer(findBlob(sql, blobId, null))),
      remove: async (blobId) => void (await serviceAnswer(removeBlob(sql, blobId, null))),
    },
  }
}
