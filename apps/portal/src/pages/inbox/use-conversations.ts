import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { numberOrName } from '../../api/number-or-name.ts'
import { useLive } from '../../live/use-live.ts'
import { type InboxSearch, shownFolder } from './inbox-search.ts'

/** A conversation of the list; with what was said in it when that was looked for. */
export type Conversation = Schemas['Conversation'] & { readonly said?: Schemas['SaidConversation']['said'] }
export type Entry = Schemas['ConversationEntry']
export type Note = Schemas['ConversationNote']

/** Which conversation is open. */
export interface ConversationKey {
  readonly channelId: number
  readonly contact: string
}

/** Key of everything that has been loaded of the inbox. */
export const INBOX = ['inbox'] as const

const PAGE = 50

/** Conversations, the one whose contact wrote last first. */
export function useConversations(search: InboxSearch) {
  const { unread, q } = search
  const folder = shownFolder(search)
  const filter = { unread, ...(folder !== 'any' && { folder }), ...numberOrName(q) }
  const refetchInterval = useLive('inbox', [...INBOX, 'list'])
  return useInfiniteQuery({
    queryKey: [...INBOX, 'list', filter],
    async queryFn({ pageParam: cursor, signal }) {
      const query = { ...filter, cursor, limit: PAGE }
      return (await api.GET('/conversations', { params: { query }, signal })).data as Schemas['ConversationList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
}

/** Conversations in which either side has said these words, the one with the newest such text first. */
export function useSaid({ unread, q = '' }: InboxSearch) {
  const { name: words = '' } = numberOrName(q)
  return useInfiniteQuery({
    queryKey: [...INBOX, 'said', words],
    async queryFn({ pageParam: cursor, signal }) {
      const query = { words, cursor }
      return (await api.GET('/conversations/search', { params: { query }, signal })).data as Schemas['SaidList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: words !== '' && !unread,
  })
}

/** Key of what was loaded of one conversation. */
export function conversationKey(contact: string, channelId: number | undefined) {
  return [...INBOX, 'one', contact, channelId] as const
}

/**
 * One conversation: the one with this channel or, without a channel, the newest of the contact. Null: there is none.
 * Until it is loaded, `known` is shown.
 */
export function useConversation(contact: string, channelId: number | undefined, known: Conversation | undefined) {
  const refetchInterval = useLive('inbox', [...INBOX, 'one'])
  return useQuery({
    queryKey: conversationKey(contact, channelId),
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
    refetchInterval,
  })
}

/** The messages of a conversation, newest first. */
export function useEntries({ channelId, contact }: ConversationKey) {
  const refetchInterval = useLive('inbox', [...INBOX, 'entries'])
  // States of answers.
  useLive('messages', [...INBOX, 'entries'])
  return useInfiniteQuery({
    queryKey: [...INBOX, 'entries', channelId, contact],
    async queryFn({ pageParam: cursor, signal }) {
      const params = { path: { channelId, contact }, query: { cursor, limit: PAGE } }
      return (await api.GET('/conversations/{channelId}/{contact}/entries', { params, signal }))
        .data as Schemas['ConversationEntryList']
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval,
  })
}

/** What colleagues noted, oldest first. */
export function useNotes({ channelId, contact }: ConversationKey): readonly Note[] {
  const refetchInterval = useLive('inbox', [...INBOX, 'notes'])
  const { data } = useQuery({
    queryKey: [...INBOX, 'notes', channelId, contact],
    async queryFn({ signal }) {
      const params = { path: { channelId, contact } }
      return (await api.GET('/conversations/{channelId}/{contact}/notes', { params, signal }))
        .data as Schemas['ConversationNoteList']
    },
    refetchInterval,
  })
  return data?.records ?? []
}
