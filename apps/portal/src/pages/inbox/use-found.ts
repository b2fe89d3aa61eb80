import type { InboxSearch } from './inbox-search.ts'
import { type Conversation, useConversations, useSaid } from './queries.ts'

/** Conversations by number or name, and when all of these are there, those in which the words were said. */
export function useFound(search: InboxSearch) {
  const listed = useConversations(search)
  const said = useSaid(search)
  const isListed = listed.isSuccess && !listed.hasNextPage
  const conversations = new Map<string, Conversation>()
  for (const { records } of listed.data?.pages ?? [])
    for (const record of records) conversations.set(keyOf(record), record)
  if (isListed)
    for (const { records } of said.data?.pages ?? [])
      for (const { conversation, said: text } of records)
        if (!conversations.has(keyOf(conversation)))
          conversations.set(keyOf(conversation), { ...conversation, said: text })
  const more = isListed ? said : listed
  return {
    conversations: [...conversations.values()],
    isLoading: listed.isPending || (conversations.size === 0 && said.isFetching),
    error: listed.error ?? said.error,
    retry: () => void (listed.isError ? listed : said).refetch(),
    hasMore: more.hasNextPage,
    isLoadingMore: more.isFetchingNextPage,
    loadMore: () => void more.fetchNextPage(),
  }
}

export type Found = ReturnType<typeof useFound>

function keyOf({ channelId, contact }: Conversation): string {
  return `${channelId} ${contact}`
}
