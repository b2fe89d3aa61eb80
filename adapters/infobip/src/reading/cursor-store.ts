import { createHash } from 'node:crypto'
import type { InstanceState } from '@heliograph/contracts'
import { type Cursor, formatCursor, parseCursor } from './cursor.ts'

/** Characters of an entry of the state, with room for what precedes them. */
const PIECE_LENGTH = 9_900

/** How long the cursor of a reader is kept after its last request. */
const KEPT_MS = 30 * 86_400_000

/** A cursor as it is stored: what `saveCursor` has to find unchanged. */
export interface StoredCursor {
  readonly cursor: Cursor
  /** The first entry: the name and number of its other pieces, and the first piece. */
  readonly entry: string
}

/** Resolves with the cursor of a reader, after storing `initial` for one that has none. */
export async function loadCursor(
  state: InstanceState,
  key: string,
  initial: Cursor,
  nowMs: number,
): Promise<StoredCursor> {
  const value = entryOf(formatCursor(initial))
  const entry = (await state.get(key)) ?? (await state.add({ key, value, expiresAt: new Date(nowMs + KEPT_MS) }))
  const { first, names } = piecesOf(key, entry)
  const others = await Promise.all(names.map((name) => state.get(name)))
  // Another node may just have replaced it: `saveCursor` then finds it changed.
  return { cursor: parseCursor(first + others.join('')), entry }
}

/**
 * Stores a cursor in place of the one that was loaded. Resolves with it; with undefined when another request has stored
 * one in between, and nothing is changed then.
 */
export async function saveCursor(
  state: InstanceState,
  key: string,
  before: StoredCursor,
  cursor: Cursor,
  nowMs: number,
): Promise<StoredCursor | undefined> {
  const text = formatCursor(cursor)
  const expiresAt = new Date(nowMs + KEPT_MS)
  const entry = entryOf(text)
  const { names } = piecesOf(key, entry)
  for (const [index, name] of names.entries()) {
    const start = (index + 1) * PIECE_LENGTH
    await state.set({ key: name, value: text.slice(start, start + PIECE_LENGTH), expiresAt })
  }
  if (!(await state.replace(before.entry, { key, value: entry, expiresAt }))) return undefined
  for (const name of piecesOf(key, before.entry).names) if (!names.includes(name)) await state.delete(name)
  return { cursor, entry }
}

/** Pieces are named after the cursor they are part of, so that no request puts together those of two cursors. */
function entryOf(text: string): string {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const others = Math.max(Math.ceil(text.length / PIECE_LENGTH) - 1, 0)
  return `${name}:${others}:${text.slice(0, PIECE_LENGTH)}`
}

function piecesOf(key: string, entry: string): { readonly first: string; readonly names: readonly string[] } {
  const [name = '', count = '0', first = ''] = entry.split(':')
  return { first, names: Array.from({ length: Number(count) }, (_, index) => `${key}/${name}/${index}`) }
}
