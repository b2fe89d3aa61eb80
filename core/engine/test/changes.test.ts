import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Messages, PRIORITIES, type Principal, Schedules } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import type { AccountDirectory } from '../src/accounts/directory.ts'
import { asChanges, createChanges } from '../src/database/changes.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('changes of clients', () => {
  const changesOf = () => {
    const clock = createManualClock()
    return { clock, changes: createChanges({ options: { max: 5 } } as Sql, clock) }
  }
  const held = () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    return { ended, end }
  }

  test('one client has half of them at most, and another comes next', async () => {
    const { changes } = changesOf()
    const { ended, end } = held()
    const begun: number[] = []
    const service = { change: ({ clientId }: Principal) => ended.then(() => begun.push(clientId)) }
    const started: number[] = []
    const counted = {
      change(principal: Principal) {
        started.push(principal.clientId)
        return service.change(principal)
      },
    }
    const turned = asChanges(counted, changes, 'change')
    const all = [1, 1, 1, 1, 2].map((clientId) => turned.change({ clientId } as Principal))
    await settle()
    assert.deepEqual(started, [1, 1, 2])
    end()
    await Promise.all(all)
    assert.deepEqual(started, [1, 1, 2, 1, 1])
  })

  test('what has waited for twelve seconds is refused, and what is under way goes on', async () => {
    const { changes, clock } = changesOf()
    const { ended, end } = held()
    const all = Array.from({ length: 3 }, () => changes.run(1, () => ended))
    const outcomes = Promise.allSettled(all)
    await settle()
    clock.advance(12_000)
    end()
    assert.deepEqual(
      (await outcomes).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)),
      ['done', 'done', 'overloaded'],
    )
  })

  test('one client has five thousand of them at once, others are not refused', async () => {
    const { changes } = changesOf()
    const { ended, end } = held()
    const all = Array.from({ length: 5_000 }, () => changes.run(1, () => ended))
    await assert.rejects(
      changes.run(1, () => ended),
      { category: 'throttled', code: 'too-many-changes' },
    )
    const other = changes.run(2, () => ended)
    end()
    await Promise.all([...all, other])
  })
})

describe('changes of a client that hang', () => {
  const other = (node: Harness, principal: Principal) =>
    node.engine.submissions.submit(principal, makeRequest({ to: '27829999999' }))

  for (const what of ['cancel', 'reschedule'] as const)
    test(`${what}: others submit, are looked up, change theirs, and the node is ready`, async () => {
      const node = await startEngine()
      const principal = await node.addClient()
      const bulk = { bulkId: 'big', priority: PRIORITIES.BULK }
      const sendAt = new Date(Date.now() + 3_600_000)
      await node.submit({ to: ['27820000001', '27820000002'], sendAt }, bulk)
      const messages = find(node.engine.services, Messages)
      const schedules = find(node.engine.services, Schedules)
      const changes = {
        cancel: () => messages.cancel(node.principal, { to: '27820000001' }),
        reschedule: () => schedules.reschedule(node.principal, 'big', new Date(sendAt.getTime() + 60_000)),
      }
      const blocker = openDatabase({ url: node.url, max: 1, applicationName: 'blocker' })
      let under: readonly Promise<unknown>[] = []
      await blocker.begin(async (tx) => {
        await tx`select from batch for update`
        await tx`select from message for update`
        under = Array.from({ length: 40 }, () => changes[what]())
        for (const one of under) one.catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, 300))
        const begunAt = performance.now()
        for (let at = 0; at < 5; at += 1) {
          const { entries } = await other(node, principal)
          node.forgetAccounts()
          await (node.engine.directory as AccountDirectory).accountOf(principal)
          assert.deepEqual(await node.engine.health(), { status: 'ok' })
          await messages.cancel(principal, { smsId: entries[0]?.smsId as number })
        }
        // All are there at once: what waited for the other client would wait for four seconds.
        assert.ok(performance.now() - begunAt < 3_000, `${performance.now() - begunAt} ms`)
      })
      await Promise.allSettled(under)
      await blocker.end({ timeout: 1 })
      await node.close()
    })
})
