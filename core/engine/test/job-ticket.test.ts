import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JobTicket } from '../src/dispatch/links/job-ticket.ts'

function ticket(...smsIds: number[]): JobTicket {
  const made = new JobTicket({ jobId: 7, route: 'default', priority: 10, runAt: new Date(0) })
  for (const smsId of smsIds) made.add(smsId)
  return made
}

describe('a dispatch job under way', () => {
  it('is finished when every message is settled, for everyone who waits', async () => {
    const job = ticket(1, 2)
    let finished = 0
    const waiting = [job.finished(), job.finished()].map((promise) => promise.then(() => (finished += 1)))
    job.settle(1)
    await new Promise(setImmediate)
    assert.equal(finished, 0)
    assert.deepEqual([job.open, job.size], [[2], 1])
    job.settle(2)
    await Promise.all(waiting)
    assert.equal(finished, 2)
    assert.deepEqual([job.open, job.size], [[], 0])
  })

  it('without messages is finished at once', () => ticket().finished())

  it('is finished at once for those who ask late', async () => {
    const job = ticket(1)
    job.settle(1)
    await job.finished()
  })

  it('takes no notice of a message settled twice or never added', async () => {
    const job = ticket(1, 2)
    job.settle(1)
    job.settle(1)
    job.settle(3)
    assert.deepEqual(job.open, [2])
  })
})
