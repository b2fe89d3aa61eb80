import type { ConversationKey } from './use-conversations.ts'

/** An answer that has not been sent. */
export interface Draft {
  readonly text: string
  /** With it the answer goes out only once, however often it is submitted. */
  readonly messageId: string
}

/** The drafts of the page. Each stays with its conversation while others are open, and comes back if sending fails. */
export interface Drafts {
  get(conversation: ConversationKey): Draft
  set(conversation: ConversationKey, draft: Draft): void
  remove(conversation: ConversationKey): void
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>()
  const placeOf = ({ channelId, contact }: ConversationKey) => `${channelId} ${contact}`
  return {
    get: (conversation) => drafts.get(placeOf(conversation)) ?? createDraft(''),
    set: (conversation, draft) => void drafts.set(placeOf(conversation), draft),
    remove: (conversation) => void drafts.delete(placeOf(conversation)),
  }
}

/** Another text is another message. Browsers offer `randomUUID` only on secure pages. */
export function createDraft(text: string): Draft {
  return { text, messageId: `portal-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`}` }
}
