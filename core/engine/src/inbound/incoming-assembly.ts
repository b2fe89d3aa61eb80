import type { Encoding, NetworkIncoming } from '@heliograph/contracts'
import { formatLinkId } from '@heliograph/messaging'
import { booleanArray, numberArray, textArray, timeArray } from '../database/arrays.ts'
import { ENCODING_CODES, encodingOf } from '../database/codes.ts'
import type { Transaction } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import type { IncomingMessage } from './incoming-message.ts'

/** A part of a long incoming SMS. */
export type IncomingPart = NetworkIncoming & { readonly segment: NonNullable<NetworkIncoming['segment']> }

/** A long incoming SMS by its parts, as it is in the database. Changed in place, then written by `writeAssemblies`. */
export interface Assembly {
  readonly sender: string
  readonly recipient: string
  readonly reference: number
  readonly total: number
  carrier: string
  link: string
  /** By part; null = has not arrived. UTF-16 in Base64, since a part may begin or end in the middle of a character. */
  bodies: (string | null)[]
  encodings: number[]
  /** When its first part arrived. */
  receivedAt: Date
  /** The message it was stored as; null = it waits for parts. */
  incomingId: number | null
  /** Begun again in this transaction. */
  isNew: boolean
}

/**
 * The key by which parts are joined: the numbers, the reference and the number of parts, whichever link or node they
 * arrive by.
 */
export function assemblyKey(part: IncomingPart): string {
  return keyOf(part.from, part.to, part.segment)
}

function keyOf(from: string, to: string, { reference, total }: { reference: number; total: number }): string {
  return JSON.stringify([from, to, reference, total])
}

/** What became of a part. */
export type Joined =
  /** It waits for the others. */
  | { readonly kind: 'waits' }
  /** It had arrived before; with its message, if that is complete. */
  | { readonly kind: 'repeated'; readonly incomingId: number | null }
  /** It was the last one. */
  | { readonly kind: 'complete' }

/**
 * Adds a part. `flush` stores what an assembly has when another message begins under the same reference before it is
 * complete.
 */
export function addPart(assembly: Assembly, part: IncomingPart, flush: (assembly: Assembly) => void): Joined {
  const body = encodeBody(part.text)
  const index = part.segment.part - 1
  const known = assembly.bodies[index]
  if (known === body) return { kind: 'repeated', incomingId: assembly.incomingId }
  if (assembly.incomingId !== null || known != null) {
    if (assembly.incomingId === null) flush(assembly)
    begin(assembly, part)
  }
  assembly.bodies[index] = body
  assembly.encodings[index] = ENCODING_CODES[part.encoding]
  return assembly.bodies.includes(null) ? { kind: 'waits' } : { kind: 'complete' }
}

function begin(assembly: Assembly, part: IncomingPart): void {
  assembly.bodies = new Array<string | null>(assembly.total).fill(null)
  assembly.encodings = new Array<number>(assembly.total).fill(0)
  assembly.carrier = part.carrier
  assembly.link = formatLinkId(part.carrier, part.link)
  assembly.receivedAt = part.receivedAt
  assembly.incomingId = null
  assembly.isNew = true
}

/**
 * Makes the message from the parts that have arrived. It consists of octets only when all parts do; text mixed with
 * octets counts as text.
 */
export function toMessage(assembly: Assembly, incomingId: number): IncomingMessage {
  const present = assembly.bodies.flatMap((body, index) =>
    body === null ? [] : [{ text: decodeBody(body), encoding: encodingOf(assembly.encodings[index] as number) }],
  )
  return {
    incomingId,
    carrier: assembly.carrier,
    link: assembly.link,
    from: assembly.sender,
    to: assembly.recipient,
    text: storableText(present.map(({ text }) => text).join('')),
    encoding: widest(present.map(({ encoding }) => encoding ?? 'gsm')),
    receivedAt: assembly.receivedAt,
    incomplete: assembly.bodies.includes(null),
  }
}

function widest(encodings: readonly Encoding[]): Encoding {
  if (encodings.every((encoding) => encoding === 'binary')) return 'binary'
  return encodings.every((encoding) => encoding === 'gsm') ? 'gsm' : 'ucs2'
}

function encodeBody(text: string): string {
  return Buffer.from(text, 'utf16le').toString('base64')
}

function decodeBody(body: string): string {
  return Buffer.from(body, 'base64').toString('utf16le')
}

/**
 * Locks the assemblies of parts in the order of their keys, so that no two nodes wait for each other, and creates those
 * that do not exist yet. Resolves by `assemblyKey`.
 */
export async function lockAssemblies(
  tx: Transaction,
  parts: readonly IncomingPart[],
): Promise<ReadonlyMap<string, Assembly>> {
  const byKey = new Map(parts.map((part) => [assemblyKey(part), part]))
  const firsts = [...byKey.keys()].sort().map((key) => byKey.get(key) as IncomingPart)
  const rows = await tx<Assembly[]>`
    insert into incoming_assembly (
      sender, recipient, reference, total, carrier, link, bodies, encodings, received_at
    )
    select sender, recipient, reference, total, carrier, link, array_fill(null::text, array[total]),
      array_fill(0::smallint, array[total]), received_at
    from unnest(
      ${textArray(firsts.map((part) => part.from))}::text[],
      ${textArray(firsts.map((part) => part.to))}::text[],
      ${numberArray(firsts.map((part) => part.segment.reference))}::integer[],
      ${numberArray(firsts.map((part) => part.segment.total))}::integer[],
      ${textArray(firsts.map((part) => part.carrier))}::text[],
      ${textArray(firsts.map((part) => formatLinkId(part.carrier, part.link)))}::text[],
      ${timeArray(firsts.map((part) => part.receivedAt.getTime()))}::timestamptz[]
    ) as given (sender, recipient, reference, total, carrier, link, received_at)
    on conflict (sender, recipient, reference, total) do update set reference = excluded.reference
    returning ${assemblyColumns(tx)}`
  return new Map(rows.map((row) => [keyOf(row.sender, row.recipient, row), row]))
}

/** The columns of an `Assembly`. The driver reads neither null in an array of texts nor arrays of smallint. */
function assemblyColumns(tx: Transaction) {
  return tx`
    sender, recipient, reference, total, carrier, link, to_json(bodies) as bodies, to_json(encodings) as encodings,
    received_at as "receivedAt", incoming_id as "incomingId", false as "isNew"`
}

/** Writes assemblies that were changed. */
export async function writeAssemblies(tx: Transaction, assemblies: readonly Assembly[]): Promise<void> {
  if (assemblies.length === 0) return
  await tx`
    update incoming_assembly set
      carrier = given.carrier, link = given.link, bodies = given.bodies::text[], encodings = given.encodings::smallint[],
      received_at = given.received_at, incoming_id = given.incoming_id,
      begun_at = case when given.is_new then now() else incoming_assembly.begun_at end,
      stored_at = case when given.incoming_id is not null then now() end
    from unnest(
      ${textArray(assemblies.map((assembly) => assembly.sender))}::text[],
      ${textArray(assemblies.map((assembly) => assembly.recipient))}::text[],
      ${numberArray(assemblies.map((assembly) => assembly.reference))}::integer[],
      ${numberArray(assemblies.map((assembly) => assembly.total))}::smallint[],
      ${textArray(assemblies.map((assembly) => assembly.carrier))}::text[],
      ${textArray(assemblies.map((assembly) => assembly.link))}::text[],
      ${textArray(assemblies.map((assembly) => textArray(assembly.bodies)))}::text[],
      ${textArray(assemblies.map((assembly) => numberArray(assembly.encodings)))}::text[],
      ${timeArray(assemblies.map((assembly) => assembly.receivedAt.getTime()))}::timestamptz[],
      ${numberArray(assemblies.map((assembly) => assembly.incomingId))}::bigint[],
      ${booleanArray(assemblies.map((assembly) => assembly.isNew))}::boolean[]
    ) as given (
      sender, recipient, reference, total, carrier, link, bodies, encodings, received_at, incoming_id, is_new
    )
    where incoming_assembly.sender = given.sender and incoming_assembly.recipient = given.recipient
      and incoming_assembly.reference = given.reference and incoming_assembly.total = given.total`
}

/** Finds and locks assemblies that have waited long enough for their missing parts. */
export function takeOverdue(tx: Transaction, timeoutSeconds: number, limit: number): PromiseLike<readonly Assembly[]> {
  return tx<Assembly[]>`
    select ${assemblyColumns(tx)} from incoming_assembly
    where incoming_id is null and begun_at < now() - ${timeoutSeconds}::integer * interval '1 second'
    order by begun_at limit ${limit}::integer for update skip locked`
}

/**
 * For this long after its message was stored, a part that arrives again is taken for a repetition; later it begins a
 * new message.
 */
const REMEMBER_HOURS = 1

/** Forgets assemblies whose parts are no longer repeated. */
export async function forgetStored(tx: Transaction): Promise<void> {
  await tx`delete from incoming_assembly where stored_at < now() - ${REMEMBER_HOURS}::integer * interval '1 hour'`
}
