import type {
  Colleague,
  ConversationHandling,
  ConversationKey,
  ConversationNote,
  ConversationRecord,
  HandlingChange,
  Principal,
  TeamInbox,
} from '@heliograph/contracts'
import { conversationNotFound, readNote, unknownColleague } from '@heliograph/messaging'
import type { EngineParts } from './memory-services.ts'

const ANSWERING_MS = 20_000
/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

/** What colleagues agreed on when the contact's last SMS was this one. */
interface Handled {
  readonly lastId: number
  readonly assigneeId: number | null
  readonly isDone: boolean
  readonly snoozedUntil: Date | null
  readonly by: number | null
}

const UNHANDLED: Handled = { lastId: -1, assigneeId: null, isDone: false, snoozedUntil: null, by: null }

interface Team {
  readonly service: TeamInbox
  /** What colleagues agreed on about a conversation whose contact's last SMS has this id. */
  handlingOf(principal: Principal, key: ConversationKey, lastId: number): ConversationHandling
}

/** The contract of `TeamInbox` in memory. */
export function createTeamInbox(
  { accounts, changes, clock }: EngineParts,
  get: (principal: Principal, key: ConversationKey) => Promise<ConversationRecord | undefined>,
): Team {
  const handled = new Map<string, Handled>()
  const notes = new Map<string, ConversationNote[]>()
  /** When each user was writing last, by conversation. */
  const answering = new Map<string, Map<number, Date>>()
  let noteId = FIRST_ID
  const slotOf = ({ channelId, contact }: ConversationKey) => `${channelId} ${contact}`
  const users = accounts.records.users
  const emailOf = (userId: number | null) => (userId === null ? null : (users.get(userId)?.email ?? null))

  /** The SMS of a contact opens its conversation again. */
  function current(key: ConversationKey, lastId: number): Handled {
    const found = handled.get(slotOf(key)) ?? UNHANDLED
    return found.lastId >= lastId ? found : { ...UNHANDLED, lastId, assigneeId: found.assigneeId }
  }

  async function found(principal: Principal, key: ConversationKey): Promise<ConversationRecord> {
    const record = await get(principal, key)
    if (record === undefined) throw conversationNotFound(key.contact)
    return record
  }

  function applied(before: Handled, { assigneeId, isDone, snoozedUntil }: HandlingChange): Omit<Handled, 'by'> {
    const until = snoozedUntil && snoozedUntil.getTime() > clock.now() ? snoozedUntil : null
    return {
      lastId: before.lastId,
      assigneeId: assigneeId === undefined ? before.assigneeId : assigneeId,
      isDone: until !== null && isDone !== true ? false : (isDone ?? before.isDone),
      snoozedUntil: snoozedUntil !== undefined || isDone === true ? until : before.snoozedUntil,
    }
  }

  const colleaguesOf = (clientId: number): readonly Colleague[] =>
    [...users.values()]
      .filter((user) => user.clientId === clientId && user.enabled)
      .map(({ userId, email }) => ({ userId, email }))
      .sort((a, b) => (a.email < b.email ? -1 : 1))

  const service: TeamInbox = {
    colleagues: async ({ clientId }) => colleaguesOf(clientId),
    async change(principal, key, change) {
      const { clientId, userId } = principal
      const { assigneeId = null } = change
      const isKnown = assigneeId === null || assigneeId === userId
      if (!isKnown && !colleaguesOf(clientId).some((each) => each.userId === assigneeId)) throw unknownColleague()
      const { lastIncoming } = await found(principal, key)
      const next = applied(current(key, lastIncoming.incomingId), change)
      handled.set(slotOf(key), { ...next, by: userId })
      changes.note('conversations', principal.clientId)
      return found(principal, key)
    },
    async notes(principal, key) {
      await found(principal, key)
      return [...(notes.get(slotOf(key)) ?? [])]
    },
    async addNote(principal, key, given) {
      const text = readNote(given)
      await found(principal, key)
      const note = { noteId: noteId++, by: principal.email, at: new Date(clock.now()), text }
      notes.set(slotOf(key), [...(notes.get(slotOf(key)) ?? []), note])
      changes.note('conversations', principal.clientId)
      return note
    },
    async noteAnswering(principal, key, isAnswering) {
      await found(principal, key)
      const writers = answering.get(slotOf(key)) ?? new Map<number, Date>()
      writers.set(principal.userId, new Date(clock.now() + (isAnswering ? ANSWERING_MS : 0)))
      answering.set(slotOf(key), writers)
      changes.note('conversations', principal.clientId)
    },
  }

  return {
    service,
    handlingOf({ userId }, key, lastId) {
      const { assigneeId, isDone, snoozedUntil, by } = current(key, lastId)
      const writers = [...(answering.get(slotOf(key)) ?? [])]
      return {
        assignee: assigneeId === null ? null : { userId: assigneeId, email: emailOf(assigneeId) ?? '' },
        isDone,
        snoozedUntil,
        changedBy: emailOf(by),
        answering: writers
          .filter(([writer, until]) => writer !== userId && until.getTime() > clock.now())
          .map(([writer, until]) => ({ userId: writer, email: emailOf(writer) ?? '', until })),
      }
    },
  }
}
