import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { numberOrName } from '../../api/number-or-name.ts'
import type { InboxSearch } from './routes.ts'

/** A conversation of the list; with what was said in it when that was looked for. */
export type Conversation = Schemas['Conversation'] & { readonly said?: Schemas['SaidConversation']['said'] }
export type Entry = Schemas['ConversationEntry']

/** Which conversation is open. */
export interface ConversationKey {
  readonly channelId: number
  readonly contact: string
}

/** Key of everything that has been loaded of the inbox. */
export const INBOX = ['inbox'] as const

const PAGE = 50
/** Incoming SMS are reported at once; states of answers are polled for. */
const REFRESH_MS = 5_000

/** Conversations, the one whose contact wrote last first. */
export function useConversations({ unread, q }: InboxSearch) {
  const filter = { unread, ...numberOrName(q) }
  return useInfiniteQuery({
    queryKey: [...INBOX, 'list', filter],
    async queryFn({ pageParam: before, signal }) {
      const query = { ...filter, before, limit: PAGE }
      return (await api.GET('/conversations', { params: { query }, signal })).data as Schemas['ConversationList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** Conversations in which either side has said these words, the one with the newest such text first. */
export function useSaid({ unread, q = '' }: InboxSearch) {
  const { name: words = '' } = numberOrName(q)
  return useInfiniteQuery({
    queryKey: [...INBOX, 'said', words],
    async queryFn({ pageParam: before, signal }) {
      const query = { words, before }
      return (await api.GET('/conversations/search', { params: { query }, signal })).data as Schemas['SaidList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: words !== '' && !unread,
  })
}

/**
 * One conversation: the one with this channel or, without a channel, the newest of the contact. Null: there is none.
 * Until it is loaded, `known` is shown.
 */
export function useConversation(contact: string, channelId: number | undefined, known: Conversation | undefined) {
  return useQuery({
    queryKey: [...INBOX, 'one', contact, channelId],
    async queryFn({ signal }): Promise<Conversation | null> {
      if (channelId !== undefined) {
        const path = { channelId, contact }
        return (await api.GET('/conversations/{channelId}/{contact}', { params: { path }, signal }))
          .data as Conversation
      }
      const query = { number: contact, limit: PAGE }
      const { records } = (await api.GET('/conversations', { params: { query }, signal }))
        .data as Schemas['ConversationList']
      return records.find((record) => record.contact === contact) ?? records[0] ?? null
    },
    placeholderData: known,
    refetchInterval: REFRESH_MS,
  })
}

/** The messages of a conversation, newest first. */
export function useEntries({ channelId, contact }: ConversationKey) {
  return useInfiniteQuery({
    queryKey: [...INBOX, 'entries', channelId, contact],
    async queryFn({ pageParam: before, signal }) {
      const params = { path: { channelId, contact }, query: { before, limit: PAGE } }
      return (await api.GET('/conversations/{channelId}/{contact}/entries', { params, signal }))
        .data as Schemas['ConversationEntryList']
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: REFRESH_MS,
  })
}
