import type { ConversationRecord, SaidPage } from '@heliograph/contracts'
import { saysAll } from '@heliograph/messaging'
import type { SearchTools } from '../../database/searches.ts'
import { wordKey } from '../../database/word-blocks.ts'
import type { ConversationViewer } from './conversation-folders.ts'
import { mapRowToConversation, selectConversationsOf } from './select-conversations.ts'
import {
  type SaidRow,
  type SaidSelection,
  type SaidStepRow,
  selectNewestSaid,
  selectSaidInBlocks,
  selectWordBlocks,
  selectWordMark,
} from './select-said.ts'

/** After this time a page ends, even an empty one; but each page looks at something, so that the next one goes on. */
const SEARCH_MS = 400
/** Texts of each side that one statement looks at where no words have been noted yet. */
const STEP_TEXTS = 2_000
/** Blocks whose texts the first statement looks at; each one after it looks at twice as many, up to the most. */
const FIRST_BLOCKS = 4
const MOST_BLOCKS = 32
/** Blocks with the words that one statement finds. */
const FOUND_BLOCKS = 1_000

export interface SaidQuestion extends SaidSelection, ConversationViewer {
  readonly limit: number
}

/** Texts that were looked at, and the id below which to go on; undefined: there are no more. */
interface Step {
  readonly rows: readonly SaidStepRow[]
  readonly next: number | undefined
}

/**
 * Finds conversations with a text that has all words, those with the newest such text first. The newest texts are read
 * one by one; of the older ones, only the blocks that have the words. A page that takes long ends before it is full.
 */
export async function searchSaid(question: SaidQuestion, { take }: SearchTools): Promise<SaidPage> {
  const endsAt = performance.now() + SEARCH_MS
  const [mark] = await take(({ sql, run }) => run(selectWordMark(sql)))
  const readTo = mark?.read_to ?? 0
  const takeBlocks = blockReader(question, take)
  const found = new Map<string, SaidRow>()
  let next: number | undefined = question.before
  do {
    const rest: SaidQuestion = { ...question, before: next }
    const step: Step = next > readTo ? await takeNewest(rest, readTo, take) : await takeBlocks(rest)
    next = step.next
    for (const row of sayingAll(step.rows, question.beginnings)) {
      if (found.size === question.limit) {
        next = row.id + 1
        break
      }
      const key = keyOf(row)
      if (!found.has(key)) found.set(key, row)
    }
  } while (next !== undefined && found.size < question.limit && performance.now() < endsAt)
  return { records: await loadRecords(question, [...found.values()], take), next }
}

async function takeNewest(question: SaidQuestion, readTo: number, take: SearchTools['take']): Promise<Step> {
  const rows = await take(({ sql, run }) => run(selectNewestSaid(sql, question, readTo, STEP_TEXTS)))
  const next = lookedTo(rows) ?? readTo
  return { rows: rows.filter((row) => row.id >= next), next }
}

/** Reads the blocks that have the words, from the newest on. */
function blockReader({ clientId, beginnings }: SaidQuestion, take: SearchTools['take']) {
  const words = beginnings.map((beginning) => `'${wordKey(clientId, beginning)}':*`).join(' & ')
  let atOnce = FIRST_BLOCKS
  let ahead: readonly number[] = []
  let isEnd = false
  return async (question: SaidQuestion): Promise<Step> => {
    if (ahead.length === 0) {
      const blocks = await take(({ sql, run }) => run(selectWordBlocks(sql, words, question.before, FOUND_BLOCKS)))
      ahead = blocks.map((block) => block.block_id)
      isEnd = ahead.length < FOUND_BLOCKS
    }
    const ids = ahead.slice(0, atOnce)
    ahead = ahead.slice(atOnce)
    atOnce = Math.min(2 * atOnce, MOST_BLOCKS)
    if (ids.length === 0) return { rows: [], next: undefined }
    const rows = await take(({ sql, run }) => run(selectSaidInBlocks(sql, question, ids)))
    return { rows, next: isEnd && ahead.length === 0 ? undefined : ids.at(-1) }
  }
}

/** Undefined when both sides were looked at to their end. */
function lookedTo(rows: readonly SaidStepRow[]): number | undefined {
  const sides = [true, false].map((isIncoming) => rows.filter((row) => row.is_incoming === isIncoming))
  const ends = sides.flatMap((side) => (side.length < STEP_TEXTS ? [] : [Math.min(...side.map((row) => row.id))]))
  return ends.length === 0 ? undefined : Math.max(...ends)
}

function sayingAll(rows: readonly SaidStepRow[], beginnings: readonly string[]): readonly SaidRow[] {
  return rows
    .filter((row): row is SaidRow => row.body !== null && saysAll(row.body, beginnings))
    .sort((a, b) => b.id - a.id)
}

async function loadRecords(viewer: ConversationViewer, found: readonly SaidRow[], take: SearchTools['take']) {
  if (found.length === 0) return []
  const rows = await take(({ sql, run }) => run(selectConversationsOf(sql, viewer, found)))
  const records = new Map<string, ConversationRecord>(rows.map((row) => [keyOf(row), mapRowToConversation(row)]))
  return found.flatMap((row) => {
    const conversation = records.get(keyOf(row))
    const said = { isIncoming: row.is_incoming, id: row.id, text: row.body, at: row.at }
    return conversation === undefined ? [] : [{ conversation, said }]
  })
}

function keyOf({ channel_id: channelId, contact }: { readonly channel_id: number; readonly contact: string }): string {
  return `${channelId} ${contact}`
}
