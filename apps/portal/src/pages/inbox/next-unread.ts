import { type Conversation, type ConversationKey, loadUnread } from './queries.ts'

/**
 * The next conversation with unread SMS: the next one of the list below the one that is shown, else the first above it,
 * else the newest that is not in the list yet. Undefined: there is none.
 */
export async function findNextUnread(
  conversations: readonly Conversation[],
  here: number,
): Promise<ConversationKey | undefined> {
  const inOrder = [...conversations.slice(here + 1), ...conversations.slice(0, Math.max(here, 0))]
  const listed = inOrder.find(({ unread }) => unread > 0)
  if (listed !== undefined) return listed
  const unread = await loadUnread()
  const shown = conversations[here]
  return unread.find(({ contact, channelId }) => contact !== shown?.contact || channelId !== shown.channelId)
}
