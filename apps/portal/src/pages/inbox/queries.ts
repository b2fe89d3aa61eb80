import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerOf, api, type Schemas, useReload } from '../../api/client.ts'
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
const INBOX = ['inbox'] as const

export function useReloadInbox() {
  return useReload(INBOX)
}

const PAGE = 50

/** Conversations, the one whose contact wrote last first. */
export function useConversations(search: InboxSearch) {
  const { unread, q } = search
  const folder = shownFolder(search)
  const filter = { unread, ...(folder !== 'any' && { folder }), ...numberOrName(q) }
  const refetchInterval = useLive('inbox', [...INBOX, 'list'])
  return useInfiniteQuery({
    queryKey: [...INBOX, 'list', filter],
    queryFn({ pageParam: cursor, signal }) {
      const query = { ...filter, cursor, limit: PAGE }
      return answerOf(api.GET('/conversations', { params: { query }, signal }))
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
    queryFn: ({ pageParam: cursor, signal }) =>
      answerOf(api.GET('/conversations/search', { params: { query: { words, cursor } }, signal })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: words !== '' && !unread,
  })
}

/** Key of what was loaded of one conversation. */
function conversationKey(contact: string, channelId: number | undefined) {
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
        return answerOf(api.GET('/conversations/{channelId}/{contact}', { params: { path }, signal }))
      }
      const query = { number: contact, limit: PAGE }
      const { records } = await answerOf(api.GET('/conversations', { params: { query }, signal }))
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
    queryFn({ pageParam: cursor, signal }) {
      const params = { path: { channelId, contact }, query: { cursor, limit: PAGE } }
      return answerOf(api.GET('/conversations/{channelId}/{contact}/entries', { params, signal }))
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
    queryFn({ signal }) {
      const params = { path: { channelId, contact } }
      return answerOf(api.GET('/conversations/{channelId}/{contact}/notes', { params, signal }))
    },
    refetchInterval,
  })
  return data?.records ?? []
}

export function reply({ channelId, contact }: ConversationKey, body: Schemas['Reply']) {
  const params = { path: { channelId, contact } }
  return api.POST('/conversations/{channelId}/{contact}/messages', { params, body })
}

/** Tells colleagues whether an answer is being written. */
export function tellAnswering({ channelId, contact }: ConversationKey, isAnswering: boolean) {
  const params = { path: { channelId, contact } }
  return api.POST('/conversations/{channelId}/{contact}/answering', { params, body: { isAnswering } })
}

/** Changes who takes care of a conversation, or whether somebody has to. */
export function useChangeConversation({ channelId, contact }: ConversationKey) {
  const queryClient = useQueryClient()
  const reload = useReloadInbox()
  return async (body: Schemas['ConversationChange']): Promise<void> => {
    const params = { path: { channelId, contact } }
    const changed = await answerOf(api.PATCH('/conversations/{channelId}/{contact}', { params, body }))
    queryClient.setQueryData(conversationKey(contact, channelId), changed)
    await reload()
  }
}

/** Notifies the gateway that the visible messages have been seen. */
export function useMarkRead(conversation: Conversation | null | undefined): void {
  const queryClient = useQueryClient()
  const { channelId, contact, unread = 0, lastIncoming } = conversation ?? {}
  const incomingId = lastIncoming?.incomingId
  useEffect(() => {
    if (unread === 0 || channelId === undefined || contact === undefined || incomingId === undefined) return
    const params = { path: { channelId, contact } }
    api
      .POST('/conversations/{channelId}/{contact}/read', { params, body: { incomingId } })
      .then(() => queryClient.invalidateQueries({ queryKey: INBOX }))
      // It stays unread, and the next attempt is made when it is shown again.
      .catch(() => undefined)
  }, [channelId, contact, unread, incomingId, queryClient])
}

export function addNote({ channelId, contact }: ConversationKey, text: string) {
  const params = { path: { channelId, contact } }
  return api.POST('/conversations/{channelId}/{contact}/notes', { params, body: { text } })
}

/** Two conversations with unread SMS, the newest first. */
export async function loadUnread(): Promise<readonly Conversation[]> {
  const query = { unread: true, limit: 2 }
  return (await answerOf(api.GET('/conversations', { params: { query } }))).records
}

/** The users who can take care of conversations. */
export function useColleagues() {
  return useQuery({
    queryKey: [...INBOX, 'colleagues'],
    queryFn: async ({ signal }) => (await answerOf(api.GET('/conversations/colleagues', { signal }))).records,
    staleTime: 60_000,
  })
}

/** What an answer would be sent as. */
export function previewReply(text: string, mobile: string, signal?: AbortSignal) {
  return answerOf(api.POST('/send/preview', { body: { text, recipients: [`+${mobile}`] }, signal }))
}

/** The same while it is being written; that of the text before until it has come. */
export function useReplyPreview(text: string, mobile: string) {
  return useQuery({
    queryKey: ['preview', mobile, text],
    queryFn: ({ signal }) => previewReply(text, mobile, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
