import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A file that the gateway keeps: what a subscriber sent, or what a client is going to send. @stability experimental */
export interface BlobRecord {
  /** A UUID. */
  readonly blobId: string
  readonly mediaType: string
  /** As its sender named it. */
  readonly fileName: string | null
  /** In octets. */
  readonly size: number
  readonly createdAt: Date
}

/** A file to be kept. @stability experimental */
export interface NewBlob {
  /** Of a picture, a film, a sound or a usual document, without parameters: `image/jpeg`, `application/pdf`, ... */
  readonly mediaType: string
  /** At most 200 characters. */
  readonly fileName?: string | undefined
  /** In octets, where it is known beforehand; else room for the largest file is kept free until it has arrived. */
  readonly size?: number | undefined
  readonly octets: Uint8Array | AsyncIterable<Uint8Array>
}

/**
 * A file with its octets, which are read piece by piece. Reading throws when it is removed meanwhile.
 *
 * @stability experimental
 */
export interface BlobContent extends BlobRecord {
  readonly octets: AsyncIterable<Uint8Array>
}

/** A file that came in with a message. @stability experimental */
export interface AttachedBlob extends BlobRecord {
  readonly incomingId: number
}

/**
 * Files of a client, as far as the principal may see them: a `user` with a channel of its own sees those that came in
 * on that channel and those that it put there itself (`Channels.visibleTo`). None of another client is ever found, for
 * an `operator` either. All calls throw `unavailable` while the database is away.
 *
 * A file that came in goes with its message, by retention as well; any other one after 30 days.
 *
 * @stability experimental
 */
export interface Blobs {
  /**
   * Keeps a file, for instance for `RichContent`. Resolves when it is stored. Throws `invalid`/`bad-blob` for a name or
   * a media type that is not kept, `too-large`/`blob-too-large` above `limits.blobMebibytes`, `conflict`/`blobs-full`
   * when the client's files are too many or too large; and what `octets` throws.
   */
  put(principal: Principal, blob: NewBlob): Promise<BlobRecord>
  /** Undefined: there is no such file that the principal may see. The same holds below. */
  stat(principal: Principal, blobId: string): Promise<BlobRecord | undefined>
  get(principal: Principal, blobId: string): Promise<BlobContent | undefined>
  /** Resolves with whether there was one. */
  remove(principal: Principal, blobId: string): Promise<boolean>
  /** What came in with these messages; the files of each in order. */
  attachedTo(principal: Principal, incomingIds: readonly number[]): Promise<readonly AttachedBlob[]>
}

export const Blobs: ServiceToken<Blobs> = defineService('heliograph.blobs')

/**
 * The same files for modules that belong to the deployment and not to a client: carriers, for what a network sent and
 * what is to go to it, and plugins that take events. Never for what a client asks for.
 *
 * @stability experimental
 */
export interface NetworkBlobs {
  /**
   * Keeps what a subscriber sent to a number; the client whose channel has the number pays with its room. Then it is
   * named in `NetworkIncoming.attachments`. Throws as `Blobs.put`: the message is then best taken without it.
   */
  put(number: string, blob: NewBlob): Promise<BlobRecord>
  /** What a content names (`MediaContent.source`). */
  get(blobId: string): Promise<BlobContent | undefined>
  /** Removes what was put and not attached. */
  remove(blobId: string): Promise<void>
}

export const NetworkBlobs: ServiceToken<NetworkBlobs> = defineService('heliograph.network-blobs')
