import type {
  ConversationEntry,
  ConversationFolder,
  ConversationHandling,
  ConversationKey,
  ConversationRecord,
  Conversations,
  Principal,
  SaidRecord,
} from '@heliograph/contracts'
import {
  hasWords,
  isVisible,
  normaliseNumber,
  numberBeginning,
  saysAll,
  textBeginnings,
  visibleChannel,
  wordBeginnings,
} from '@heliograph/messaging'
import type { TakenIncoming } from './memory-network.ts'
import type { EngineParts } from './memory-services.ts'
import { recordOf, type StoredMessage } from './messages.ts'

/**
 * Conversations of the double, collected anew at each call. `nameOf` looks a contact up in the phonebook; `handlingOf`
 * tells what colleagues have agreed on, for a contact whose last SMS has this id.
 */
export function createConversations(
  { accounts, clock, contacts, inbox, messages }: EngineParts,
  nameOf: (principal: Principal, mobile: string) => Promise<string>,
  handlingOf: (principal: Principal, key: ConversationKey, lastId: number) => ConversationHandling,
): Conversations {
  /** The last SMS seen in each conversation. */
  const seen = new Map<string, number>()
  const emailOf = (userId: number) => accounts.records.users.get(userId)?.email ?? null
  const keyOf = ({ channelId, contact }: ConversationKey) => `${channelId} ${contact}`

  /** SMS of all conversations that the principal may see, oldest first. */
  function visible(principal: Principal): readonly TakenIncoming[] {
    const only = visibleChannel(principal, accounts.ownChannelOf(principal))
    return inbox.incoming
      .filter(({ channelId }) => accounts.clientOfChannel(channelId) === principal.clientId)
      .filter(({ channelId }) => isVisible(only, channelId as number))
  }

  function receivedIn(principal: Principal, { channelId, contact }: ConversationKey): readonly TakenIncoming[] {
    return visible(principal).filter((each) => each.channelId === channelId && each.message.from === contact)
  }

  function sentIn(principal: Principal, { channelId, contact }: ConversationKey): readonly StoredMessage[] {
    if (!isVisible(visibleChannel(principal, accounts.ownChannelOf(principal)), channelId)) return []
    const mobile = mobileOf(contact, principal.country)
    return messages
      .all()
      .filter((sent) => sent.clientId === principal.clientId && sent.to === mobile && sent.channelId === channelId)
  }

  async function recordOfKey(principal: Principal, key: ConversationKey): Promise<ConversationRecord | undefined> {
    const received = receivedIn(principal, key)
    const last = received.at(-1)
    if (last === undefined) return undefined
    const sent = sentIn(principal, key).at(-1)
    const mobile = mobileOf(key.contact, principal.country)
    const { text, encoding, receivedAt: at } = last.message
    return {
      ...key,
      channel: last.message.to,
      mobile,
      name: mobile === null ? '' : await nameOf(principal, mobile),
      isOptedOut: mobile !== null && contacts.find(principal.clientId, mobile)?.status === 'opted-out',
      unread: received.filter(({ incomingId }) => incomingId > (seen.get(keyOf(key)) ?? -1)).length,
      lastIncoming: { incomingId: last.incomingId, text, encoding, at },
      lastOutgoing: sent === undefined ? null : lastOf(sent),
      handling: handlingOf(principal, key, last.incomingId),
    }
  }

  function isIn(folder: ConversationFolder, { handling }: ConversationRecord, { userId }: Principal): boolean {
    const { isDone, snoozedUntil, assignee } = handling
    const isSnoozed = snoozedUntil !== null && snoozedUntil.getTime() > clock.now()
    if (folder === 'done') return isDone
    if (folder === 'snoozed') return !isDone && isSnoozed
    if (isDone || isSnoozed) return false
    return folder === 'open' || (folder === 'mine' ? assignee?.userId === userId : assignee === null)
  }

  const lastOf = ({ smsId, text, encoding, acceptedAt: at, userId }: StoredMessage) => ({
    smsId,
    text,
    encoding,
    at,
    sentBy: emailOf(userId),
  })

  async function all(principal: Principal): Promise<readonly ConversationRecord[]> {
    const keys = new Map<string, ConversationKey>()
    for (const { channelId, message } of visible(principal)) {
      const key = { channelId: channelId as number, contact: message.from }
      keys.set(keyOf(key), key)
    }
    const records = await Promise.all([...keys.values()].map((key) => recordOfKey(principal, key)))
    return records
      .filter((record) => record !== undefined)
      .sort((a, b) => b.lastIncoming.incomingId - a.lastIncoming.incomingId)
  }

  function entriesOf(principal: Principal, key: ConversationKey): readonly ConversationEntry[] {
    const received = receivedIn(principal, key).map(({ incomingId, message }): ConversationEntry => {
      const { text, encoding, receivedAt: at } = message
      const keyword = contacts.changedBy(principal.clientId, incomingId) ?? null
      return { kind: 'incoming', at, incomingId, text, encoding, keyword }
    })
    const sent = sentIn(principal, key).map((message): ConversationEntry => {
      const sentBy = emailOf(message.userId)
      return { kind: 'outgoing', at: message.acceptedAt, message: recordOf(message), sentBy }
    })
    return [...sent.reverse(), ...received.reverse()].sort((a, b) => b.at.getTime() - a.at.getTime())
  }

  return {
    async search(principal, { words, before = Number.MAX_SAFE_INTEGER, limit }) {
      const beginnings = textBeginnings(words)
      const found = (await all(principal)).flatMap((conversation) => {
        const [said] = entriesOf(principal, conversation)
          .map(saidBy)
          .filter(({ id, text }) => id < before && beginnings.length > 0 && saysAll(text, beginnings))
          .sort((a, b) => b.id - a.id)
        return said === undefined ? [] : [{ conversation, said }]
      })
      const records = found.sort((a, b) => b.said.id - a.said.id).slice(0, limit)
      return { records, next: found.length > limit ? records.at(-1)?.said.id : undefined }
    },
    async find(principal, filter) {
      const { isUnread = false, folder, number = '', name = '', before = Number.MAX_SAFE_INTEGER, limit } = filter
      const beginning = numberBeginning(number, principal.country)
      const beginnings = wordBeginnings(name)
      const fitting = (await all(principal)).filter(
        (record) =>
          record.lastIncoming.incomingId < before &&
          record.contact.startsWith(beginning) &&
          hasWords(record.name, beginnings) &&
          (!isUnread || record.unread > 0) &&
          (folder === undefined || isIn(folder, record, principal)),
      )
      const records = fitting.slice(0, limit)
      return { records, next: fitting.length > limit ? records.at(-1)?.lastIncoming.incomingId : undefined }
    },
    get: recordOfKey,
    async entries(principal, key, { limit, before = '0' }) {
      const entries = entriesOf(principal, key)
      const next = Number(before) + limit
      return { entries: entries.slice(Number(before), next), next: entries.length > next ? String(next) : undefined }
    },
    async markRead(principal, key, incomingId) {
      const newest = receivedIn(principal, key).at(-1)?.incomingId
      if (newest !== undefined && newest <= incomingId) seen.set(keyOf(key), incomingId)
    },
    countUnread: async (principal) => (await all(principal)).filter(({ unread }) => unread > 0).length,
  }
}

function saidBy(entry: ConversationEntry): SaidRecord['said'] {
  if (entry.kind === 'incoming') return { isIncoming: true, id: entry.incomingId, text: entry.text, at: entry.at }
  return { isIncoming: false, id: entry.message.smsId, text: entry.message.text, at: entry.at }
}

function mobileOf(contact: string, country: string): string | null {
  if (!/^\+?\d+$/.test(contact)) return null
  return normaliseNumber(contact, 'international', country) ?? contact.replace('+', '')
}
