import type { AttachedBlob, BlobRecord, NewBlob } from '@heliograph/contracts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isBlobId } from '../../database/is-blob-id.ts'
import { storableText } from '../../database/storable-text.ts'

/** Whose room a file takes. */
export interface BlobOwner {
  /** Null: no client's. */
  readonly clientId: number | null
  readonly userId: number | null
}

/** How much of each client's is kept. */
export interface BlobRoom {
  readonly mostBlobs: number
  readonly mostOctets: number
}

/** Which files are seen: those of a client, of which a user with a channel sees its own. Null: all, for carriers. */
export interface BlobScope {
  readonly clientId: number
  readonly userId: number
  readonly channelId: number | null
}

/** The first key of the advisory locks of clients whose room is being looked at. */
const ROOM_LOCK = 0x626c6f62

/** Files that one statement removes: their octets go with them. */
const PAGE = 20

const LOOSE_DAYS = 30
const UNFINISHED_HOURS = 24

/** Keeps room for a file. Resolves with when; undefined: there is none left. */
export async function reserveBlob(
  sql: Sql,
  blobId: string,
  { clientId, userId }: BlobOwner,
  { mediaType, fileName, size }: Pick<NewBlob, 'mediaType' | 'fileName'> & { readonly size: number },
  { mostBlobs, mostOctets }: BlobRoom,
): Promise<Date | undefined> {
  return inTransaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${ROOM_LOCK}::integer, hashtext(${String(clientId)}::text))`
    const [row] = await tx<{ created_at: Date }[]>`
      insert into blob (blob_id, client_id, user_id, media_type, file_name, size)
      select ${blobId}::uuid, ${clientId}::bigint, ${userId}::bigint, ${mediaType.toLowerCase()},
        ${fileName === undefined ? null : storableText(fileName)}, ${size}::bigint
      from (
        select count(*) as blobs, coalesce(sum(size), 0) as octets from blob
        where ${clientId === null ? tx`client_id is null` : tx`client_id = ${clientId}::bigint`}
      ) as taken
      where taken.blobs < ${mostBlobs}::bigint and taken.octets + ${size}::bigint <= ${mostOctets}::bigint
      returning created_at`
    return row?.created_at
  })
}

export async function addChunk(sql: Queryable, blobId: string, position: number, octets: Buffer): Promise<void> {
  await sql`insert into blob_chunk (blob_id, position, octets) values (${blobId}::uuid, ${position}::integer, ${octets})`
}

/** From here on it is found. Resolves with whether it is still there. */
export async function completeBlob(sql: Queryable, blobId: string, size: number): Promise<boolean> {
  const rows = await sql`
    update blob set size = ${size}::bigint, is_complete = true where blob_id = ${blobId}::uuid returning blob_id`
  return rows.length > 0
}

export async function findBlob(sql: Sql, blobId: string, scope: BlobScope | null): Promise<BlobRecord | undefined> {
  if (!isBlobId(blobId)) return undefined
  const [row] = await sql<BlobRecord[]>`
    select ${recordColumns(sql)} from blob where blob_id = ${blobId}::uuid and ${isSeen(sql, scope)}`
  return row
}

export function findAttached(
  sql: Sql,
  incomingIds: readonly number[],
  scope: BlobScope,
): PromiseLike<readonly AttachedBlob[]> {
  return sql<AttachedBlob[]>`
    select ${recordColumns(sql)}, incoming_id as "incomingId" from blob
    where incoming_id = any(${numberArray(incomingIds)}::bigint[]) and ${isSeen(sql, scope)} order by created_at, blob_id`
}

export async function findChunk(sql: Queryable, blobId: string, position: number): Promise<Buffer | undefined> {
  const [row] = await sql<{ octets: Buffer }[]>`
    select octets from blob_chunk where blob_id = ${blobId}::uuid and position = ${position}::integer`
  return row?.octets
}

/** Also of one that is not complete, for who puts it there (`scope` null). Resolves with whether there was one. */
export async function removeBlob(sql: Sql, blobId: string, scope: BlobScope | null): Promise<boolean> {
  if (!isBlobId(blobId)) return false
  const rows = await sql`
    delete from blob
    where blob_id = ${blobId}::uuid and ${scope === null ? sql`incoming_id is null` : isSeen(sql, scope)}
    returning blob_id`
  return rows.length > 0
}

/** The client whose channel has a number; null: none has it. */
export async function clientOfNumber(sql: Queryable, number: string): Promise<number | null> {
  const [row] = await sql<{ client_id: number }[]>`
    select client_id from channel where kind = 'number' and address = ${storableText(number)} and enabled limit 1`
  return row?.client_id ?? null
}

/** Files that came in with a message. */
export interface Attachments {
  readonly incomingId: number
  readonly blobIds: readonly string[]
}

/** Attaches files to their messages. What is attached already, or came again with its message, stays as it is. */
export async function attachBlobs(tx: Transaction, attached: readonly Attachments[]): Promise<void> {
  const pairs = attached.flatMap(({ incomingId, blobIds }) =>
    blobIds.filter(isBlobId).map((blobId) => ({ incomingId, blobId })),
  )
  if (pairs.length === 0) return
  await tx`
    update blob set incoming_id = given.incoming_id, client_id = message.client_id
    from unnest(
      ${numberArray(pairs.map(({ incomingId }) => incomingId))}::bigint[],
      ${textArray(pairs.map(({ blobId }) => blobId))}::uuid[]
    ) as given (incoming_id, blob_id)
    cross join lateral (
      select client_id from incoming_message where incoming_message.incoming_id = given.incoming_id limit 1
    ) as message
    where blob.blob_id = given.blob_id and blob.incoming_id is null and blob.is_complete
      and not exists (select from blob as earlier where earlier.incoming_id = given.incoming_id)`
}

/**
 * Removes the next files that no message has: unfinished ones, and old ones. Resolves with whether there may be more.
 */
export async function dropLooseBlobs(sql: Queryable): Promise<boolean> {
  const gone = await sql`
    delete from blob where blob_id in (
      select blob_id from blob
      where incoming_id is null and created_at < now() - case
        when is_complete then ${LOOSE_DAYS}::integer * interval '1 day'
        else ${UNFINISHED_HOURS}::integer * interval '1 hour'
      end
      limit ${PAGE}::integer
    )`
  return gone.count === PAGE
}

function recordColumns(sql: Sql) {
  return sql`blob_id as "blobId", media_type as "mediaType", file_name as "fileName", size, created_at as "createdAt"`
}

function isSeen(sql: Sql, scope: BlobScope | null) {
  if (scope === null) return sql`is_complete`
  const { clientId, userId, channelId } = scope
  if (channelId === null) return sql`is_complete and client_id = ${clientId}::bigint`
  return sql`
    is_complete and client_id = ${clientId}::bigint and case
      when incoming_id is null then coalesce(user_id = ${userId}::bigint, false)
      else exists (
        select from incoming_message
        where incoming_message.incoming_id = blob.incoming_id and channel_id = ${channelId}::bigint
      )
    end`
}
