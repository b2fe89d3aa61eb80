import assert from 'node:assert/strict'
import {
  ChangeFeed,
  type ConversationKey,
  type ConversationRecord,
  Conversations,
  LONGEST_NOTE,
  type Principal,
  TeamInbox,
} from '@heliograph/contracts'
import {
  eventually,
  type ServiceCase,
  type ServiceClient,
  type ServiceWorld,
} from '../../../testkit/src/services/service-world.ts'
import { receive } from './conversation-cases.ts'

const ANNA = '27821112231'
const BEN = '27821112232'
const HOUR_MS = 3_600_000

/** The conversations with both, and a colleague of the client's user. */
async function team(world: ServiceWorld, client: ServiceClient) {
  await receive(world, client, ANNA, 'one')
  await receive(world, client, BEN, 'two')
  const colleague = await world.addUser(client.principal.clientId, {})
  const { find } = world.service(Conversations)
  const records = (await find(client.principal, { limit: 10 })).records
  const keyOf = (contact: string): ConversationKey => {
    const { channelId } = records.find((record) => record.contact === contact) as ConversationRecord
    return { channelId, contact }
  }
  return { colleague, anna: keyOf(ANNA), ben: keyOf(BEN) }
}

const FOLDERS = ['open', 'mine', 'unassigned', 'snoozed', 'done'] as const

/** Which contacts are in which folder. */
async function folders(world: ServiceWorld, principal: Principal) {
  const { find } = world.service(Conversations)
  const shown = await Promise.all(
    FOLDERS.map(async (folder) => {
      const { records } = await find(principal, { folder, limit: 10 })
      return [folder, records.map(({ contact }) => (contact === ANNA ? 'anna' : 'ben'))] as const
    }),
  )
  return Object.fromEntries(shown.filter(([, contacts]) => contacts.length > 0))
}

export const teamInboxCases: readonly ServiceCase[] = [
  {
    name: 'a conversation is assigned, done and open again, and it is told whose change was the last',
    async run(world, client) {
      const { colleague, anna } = await team(world, client)
      const { principal } = client
      const { change } = world.service(TeamInbox)
      const steps: readonly (readonly [Principal, Parameters<typeof change>[2], object])[] = [
        [principal, { assigneeId: colleague.userId }, { open: ['ben', 'anna'], unassigned: ['ben'] }],
        [principal, { assigneeId: principal.userId }, { open: ['ben', 'anna'], mine: ['anna'], unassigned: ['ben'] }],
        [colleague, { isDone: true }, { open: ['ben'], unassigned: ['ben'], done: ['anna'] }],
        [principal, { isDone: false }, { open: ['ben', 'anna'], mine: ['anna'], unassigned: ['ben'] }],
        [colleague, { assigneeId: null }, { open: ['ben', 'anna'], unassigned: ['ben', 'anna'] }],
      ]
      for (const [who, given, expected] of steps) {
        const { handling } = await change(who, anna, given)
        assert.equal(handling.changedBy, who.email)
        assert.deepEqual(await folders(world, principal), expected, JSON.stringify(given))
      }
    },
  },
  {
    name: 'what is snoozed is away until its time, and a time that has passed is refused',
    async run(world, client) {
      const { anna } = await team(world, client)
      const { principal } = client
      const { change } = world.service(TeamInbox)
      const soon = new Date(world.now() + HOUR_MS)
      const { handling } = await change(principal, anna, { snoozedUntil: soon })
      assert.deepEqual([handling.snoozedUntil, handling.isDone], [soon, false])
      assert.deepEqual(await folders(world, principal), { open: ['ben'], unassigned: ['ben'], snoozed: ['anna'] })
      await change(principal, anna, { isDone: true })
      const again = await change(principal, anna, { snoozedUntil: soon })
      assert.deepEqual([again.handling.snoozedUntil, again.handling.isDone], [soon, false])
      const passed = await change(principal, anna, { snoozedUntil: new Date(world.now() - HOUR_MS) })
      assert.equal(passed.handling.snoozedUntil, null)
      assert.deepEqual(await folders(world, principal), { open: ['ben', 'anna'], unassigned: ['ben', 'anna'] })
    },
  },
  {
    name: 'the next SMS opens what is done or snoozed, and leaves it to its assignee',
    async run(world, client) {
      const { anna, ben } = await team(world, client)
      const { principal } = client
      const { change } = world.service(TeamInbox)
      await change(principal, anna, { assigneeId: principal.userId, isDone: true })
      await change(principal, ben, { snoozedUntil: new Date(world.now() + HOUR_MS) })
      await receive(world, client, ANNA, 'one more')
      await receive(world, client, BEN, 'one more')
      assert.deepEqual(await folders(world, principal), { open: ['ben', 'anna'], mine: ['anna'], unassigned: ['ben'] })
      const record = await world.service(Conversations).get(principal, anna)
      const { assignee, isDone, changedBy } = record?.handling ?? {}
      assert.deepEqual([assignee?.email, isDone, changedBy], [principal.email, false, null])
    },
  },
  {
    name: 'notes are for colleagues, with who wrote them; a blank and a long one are refused',
    async run(world, client) {
      const { colleague, anna, ben } = await team(world, client)
      const { addNote, notes } = world.service(TeamInbox)
      await addNote(client.principal, anna, '  Calls back\nat nine ')
      await addNote(colleague, anna, '<b>Called</b>')
      assert.deepEqual(
        (await notes(colleague, anna)).map(({ by, text }) => [by, text]),
        [
          [client.principal.email, 'Calls back\nat nine'],
          [colleague.email, '<b>Called</b>'],
        ],
      )
      assert.deepEqual(await notes(colleague, ben), [])
      for (const text of [' ', 'x'.repeat(LONGEST_NOTE + 1)])
        await assert.rejects(addNote(colleague, anna, text), { code: 'bad-note' })
      const { entries } = await world.service(Conversations).entries(colleague, anna, { limit: 10 })
      assert.deepEqual(
        entries.map(({ kind }) => kind),
        ['incoming'],
      )
    },
  },
  {
    name: 'others see who is writing, until it stops',
    async run(world, client) {
      const { colleague, anna } = await team(world, client)
      const { noteAnswering } = world.service(TeamInbox)
      const { get } = world.service(Conversations)
      const writers = async (who: Principal) =>
        (await get(who, anna))?.handling.answering.map(({ email, until }) => [email, until.getTime() > world.now()])
      await noteAnswering(colleague, anna, true)
      assert.deepEqual(await writers(client.principal), [[colleague.email, true]])
      assert.deepEqual(await writers(colleague), [])
      await noteAnswering(client.principal, anna, true)
      assert.deepEqual(await writers(colleague), [[client.principal.email, true]])
      await noteAnswering(colleague, anna, false)
      assert.deepEqual(await writers(client.principal), [])
    },
  },
  {
    name: 'whoever follows them is told of each change, and of none that another client makes',
    async run(world, client) {
      const { colleague, anna } = await team(world, client)
      const other = await world.addClient()
      const { change, addNote, noteAnswering } = world.service(TeamInbox)
      const reported: string[] = []
      const { follow } = world.service(ChangeFeed)
      const stops = [
        await follow(client.principal, 'conversations', {}, () => reported.push('own')),
        await follow(other.principal, 'conversations', {}, () => reported.push('other')),
      ]
      const steps: readonly (() => Promise<unknown>)[] = [
        () => change(colleague, anna, { isDone: true }),
        () => addNote(colleague, anna, 'noted'),
        () => noteAnswering(colleague, anna, true),
        () => receive(world, client, ANNA, 'more'),
      ]
      for (const step of steps) {
        const before = reported.length
        await step()
        await eventually(async () => reported.length > before, 'the change is told')
      }
      for (const stop of stops) stop()
      assert.equal(reported.includes('other'), false)
    },
  },
  {
    name: 'another client has none of it, and only colleagues are assigned to',
    async run(world, client) {
      const { colleague, anna } = await team(world, client)
      const other = await world.addClient()
      const { addNote, change, colleagues, noteAnswering, notes } = world.service(TeamInbox)
      const isMissing = { code: 'conversation-not-found' }
      await assert.rejects(change(other.principal, anna, { isDone: true }), isMissing)
      await assert.rejects(addNote(other.principal, anna, 'mine'), isMissing)
      await assert.rejects(noteAnswering(other.principal, anna, true), isMissing)
      await assert.rejects(notes(other.principal, anna), isMissing)
      await assert.rejects(change(client.principal, anna, { assigneeId: other.principal.userId }), {
        code: 'unknown-colleague',
      })
      await world.disableUser(colleague.userId)
      await assert.rejects(change(client.principal, anna, { assigneeId: colleague.userId }), {
        code: 'unknown-colleague',
      })
      const emails = (await colleagues(client.principal)).map(({ email }) => email)
      assert.deepEqual(emails, [client.principal.email])
    },
  },
]
