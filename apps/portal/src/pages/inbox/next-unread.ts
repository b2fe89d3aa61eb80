import { api, type Schemas } from '../../api/client.ts'
import type { Conversation, ConversationKey } from './use-conversations.ts'

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
  const { records } = (await api.GET('/conversations', { params: { query: { unread: true, limit: 2 } } }))
    .data as Schemas['ConversationList']
  const shown = conversations[here]
  return records.find(({ contact, channelId }) => contact !== shown?.contact || channelId !== shown.channelId)
}
