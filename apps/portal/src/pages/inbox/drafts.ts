import { useState } from 'react'
import { useDraft } from '../../session/draft.ts'
import type { ConversationKey } from './queries.ts'

/** An answer that has not been sent. */
export interface Draft {
  readonly text: string
  /** With it the answer goes out only once, however often it is submitted. */
  readonly messageId: string
  /** The last answer of the conversation when this one was begun, 0 for none; absent: it goes out in any case. */
  readonly seenSmsId?: number | undefined
}

/** The drafts of the page. Each stays with its conversation while others are open, and comes back if sending fails. */
export interface Drafts {
  get(conversation: ConversationKey): Draft
  set(conversation: ConversationKey, draft: Draft): void
  remove(conversation: ConversationKey): void
}

const NONE: Readonly<Record<string, Draft>> = {}

/** They survive the end of the session. */
export function useDrafts(): Drafts {
  const [kept, keep] = useDraft('replies', NONE)
  const [drafts] = useState(() => createDrafts(kept, keep))
  return drafts
}

function createDrafts(kept: typeof NONE, keep: (drafts: typeof NONE) => void): Drafts {
  const drafts = new Map(Object.entries(kept))
  const placeOf = ({ channelId, contact }: ConversationKey) => `${channelId} ${contact}`
  return {
    get: (conversation) => drafts.get(placeOf(conversation)) ?? createDraft(''),
    set(conversation, draft) {
      drafts.set(placeOf(conversation), draft)
      keep(Object.fromEntries(drafts))
    },
    remove(conversation) {
      drafts.delete(placeOf(conversation))
      keep(Object.fromEntries(drafts))
    },
  }
}

/** Another text is another message. Browsers offer `randomUUID` only on secure pages. */
export function createDraft(text: string, seenSmsId?: number): Draft {
  return { text, seenSmsId, messageId: `portal-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`}` }
}
