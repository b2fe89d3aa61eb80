import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHttpAdapter, startTestHost } from './host-fixture.ts'

test('a host that is about to stop is not ready, says why, and serves', async (context) => {
  const { host } = await startTestHost(context, {
    overrides: ['instances.a.use=x'],
    packages: { x: fakeHttpAdapter('/a') },
  })
  const readiness = async () => {
    const { status, text } = await host.inject({ url: '/readyz' }, 'admin')
    const { phase, reason } = JSON.parse(text) as { phase: string; reason?: string }
    return { status, phase, reason }
  }
  const before = await readiness()
  assert.deepEqual([before.status, before.phase, before.reason], [200, 'running', undefined])
  host.announceStop()
  const after = await readiness()
  assert.deepEqual([after.status, after.phase], [503, 'leaving'])
  assert.match(after.reason ?? '', /told to stop.*send requests elsewhere/)
  const answer = await fetch(`${host.listeners.get('http')?.url}/a`)
  assert.deepEqual([answer.status, await answer.text()], [200, 'a'])
  await host.stop()
  host.announceStop()
  assert.equal((await host.health()).phase, 'stopped')
})
