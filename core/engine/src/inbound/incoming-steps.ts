import { type ContactKey, contactSlot } from '../contacts/contacts.ts'
import { type EndAllTools, type EndedPage, endAllWaiting, endPages } from '../contacts/end-waiting.ts'
import { isDataFault } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import type { Answers } from './answers.ts'
import { endSteps, type IncomingStep, type StepsOf } from './incoming-work.ts'
import { type LeftWork, type WorkTools, workOnIncoming } from './work-on-incoming.ts'

export interface IncomingStepsOptions extends WorkTools, EndAllTools {
  readonly answers: Answers
}

const BATCH_MESSAGES = 500
const LANES = 2

/** Contacts whose messages end in one transaction. */
const ENDED_CONTACTS = 100

/**
 * Creates the function that processes a stored incoming SMS.
 *
 * First comes everything that is only written to the database, in one transaction for all SMS that are worked on at the
 * same time; then the steps that go through other services, each on its own, so that a step that fails does not delay
 * the others. Work that was cut short runs again and skips what was already done. A webhook whose
 * response answers the contact adds that answer as a step once its first outcome is known.
 */
export function createIncomingSteps(options: IncomingStepsOptions): (incomingId: number) => Promise<void> {
  const { sql, answers } = options
  const work = new MicroBatch<number, LeftWork | undefined>({
    run: async (incomingIds) => {
      const left = await inTransaction(sql, (tx) => workOnIncoming(tx, options, incomingIds))
      return incomingIds.map((incomingId) => left.get(incomingId))
    },
    maxItems: BATCH_MESSAGES,
    lanes: LANES,
    isolate: isDataFault,
  })
  const ended = new MicroBatch<StepsOf, void>({
    run: async (done) => {
      // In one order, so that this and the recording of webhook outcomes never wait for each other.
      const inOrder = done.toSorted((a, b) => a.incomingId - b.incomingId)
      await retryRolledBack(() => endSteps(sql, inOrder))
      return done.map(() => undefined)
    },
    maxItems: BATCH_MESSAGES,
    lanes: LANES,
  })
  const endWaiting = createEndWaiting(options)

  async function doStep(step: IncomingStep, { subject, contact, reply }: LeftWork): Promise<void> {
    switch (step) {
      case 'end-waiting':
        return contact === undefined ? undefined : endWaiting({ clientId: subject.clientId, mobile: contact })
      case 'confirm':
        return subject.isActive ? answers.confirm(subject, reply) : undefined
      case 'auto-reply':
        return subject.isActive ? answers.autoReply(subject, reply) : undefined
      case 'forward':
        return answers.forward(subject)
    }
  }

  return async (incomingId) => {
    const left = await work.add(incomingId)
    if (left === undefined) return
    await allOrThrow(left.steps.map((step) => doStep(step, left)))
    await ended.add({ incomingId, steps: left.steps })
  }
}

interface Ended {
  readonly contact: ContactKey
  readonly first: EndedPage
}

/**
 * Creates the function that ends all messages waiting for a contact who has opted out. However many contacts do so at
 * once, at most two connections are used.
 */
function createEndWaiting(options: IncomingStepsOptions): (contact: ContactKey) => Promise<void> {
  const firstPages = new MicroBatch<ContactKey, EndedPage>({
    run: async (contacts) => {
      const each = new Map(contacts.map((contact) => [contactSlot(contact), contact]))
      const pages = await inTransaction(options.sql, (tx) => endPages(tx, options, [...each.values()]))
      const pageOf = new Map([...each.keys()].map((slot, index) => [slot, pages[index] as EndedPage]))
      return contacts.map((contact) => pageOf.get(contactSlot(contact)) as EndedPage)
    },
    maxItems: ENDED_CONTACTS,
    lanes: 1,
    isolate: isDataFault,
  })
  const others = new MicroBatch<Ended, void>({
    run: async ([ended]) => [ended && (await endAllWaiting(options, ended.contact, ended.first))],
    maxItems: 1,
    lanes: 1,
  })
  return async (contact) => others.add({ contact, first: await firstPages.add(contact) })
}

/** Waits for all of them, then throws the error of the first that failed. */
async function allOrThrow(runs: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(runs)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
