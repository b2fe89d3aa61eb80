import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { captureLogger } from '../src/capture-logger.ts'
import { captureMetrics } from '../src/capture-metrics.ts'

describe('captureLogger', () => {
  test('keeps level, text and the fields of the call over those of the loggers above', () => {
    const log = captureLogger()
    log.child({ instance: 'a', size: 1 }).child({ link: 'b' }).warn({ size: 2 }, 'full')
    assert.deepEqual(log.entries, [{ level: 'warn', text: 'full', fields: { instance: 'a', link: 'b', size: 2 } }])
    log.info({}, 'open')
    assert.deepEqual(
      log.at('info').map((entry) => entry.text),
      ['open'],
    )
    log.clear()
    assert.deepEqual(log.entries, [])
  })

  test('dumps what could hide a secret: errors with their causes, octets, maps, cycles', () => {
    const log = captureLogger()
    const cycle: Record<string, unknown> = { octets: Buffer.from('in octets'), map: new Map([['key', 'in a map']]) }
    cycle.self = cycle
    log.error({ error: new Error('outer', { cause: new Error('inner') }), cycle, count: 1n }, 'failed')
    const dump = log.dump()
    for (const text of ['outer', 'inner', 'in octets', 'in a map', 'failed']) assert.ok(dump.includes(text), text)
  })
})

describe('captureMetrics', () => {
  test('adds up counters, holds and reads gauges, counts observations, by label', () => {
    const metrics = captureMetrics()
    const sent = metrics.counter('sent', 'Sent.', ['link'])
    sent.add(2, { link: 'a' })
    sent.add(3, { link: 'a' })
    sent.add(1, { link: 'b' })
    metrics.counter('taken', 'Taken.').collect(() => 9)
    metrics.gauge('up', 'Up.').set(1)
    metrics.gauge('depth', 'Depth.').collect(() => 7)
    metrics.histogram('wait', 'Wait.', [1]).observe(0.5)
    assert.deepEqual(
      [metrics.value('sent', { link: 'a' }), metrics.value('sent', { link: 'b' }), metrics.value('up')],
      [5, 1, 1],
    )
    assert.equal(metrics.value('taken'), 9)
    assert.deepEqual([metrics.value('depth'), metrics.value('wait'), metrics.value('unheard')], [7, 1, 0])
  })

  test('refuses labels that were not declared', () => {
    assert.throws(() => captureMetrics().counter('sent', 'Sent.').add(1, { link: 'a' }), /no label link/)
  })
})
