import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Logger } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { findServiceManager, watchdogMs } from '../src/service-manager.ts'
import { until } from './support/gateway-process.ts'

// A program in place of systemd-notify writes down what it is called with.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-notify-'))
  const program = join(folder, 'systemd-notify')
  await writeFile(program, '#!/bin/sh\nprintf "%s|" "$@" >>"$NOTIFY_SOCKET"\n')
  await chmod(program, 0o755)
})
after(() => rm(folder, { recursive: true }))

const logged: string[] = []
const logger = { warn: (_: object, text: string) => void logged.push(text) } as unknown as Logger

function reported(socket: string, count: number): Promise<readonly string[]> {
  return until(
    async () =>
      (await readFile(socket, 'utf8').catch(() => '')).split('|').filter((word) => !['', '--'].includes(word)),
    (words) => words.length >= count,
  )
}

test('the service manager hears status, readiness, reports of the event loop and the stop', async () => {
  const clock = createManualClock()
  const socket = join(folder, 'all')
  const env = { NOTIFY_SOCKET: socket, PATH: `${folder}:/usr/bin:/bin`, WATCHDOG_USEC: '60000000' }
  const manager = findServiceManager(env, clock, logger)
  manager.status('Waiting for the database: two\nlines "$(id)" `id`')
  manager.ready('Serving.')
  clock.advance(40_000)
  manager.stopping()
  manager.close()
  clock.advance(60_000)
  const [waiting, ...rest] = await reported(socket, 8)
  assert.equal(waiting, 'STATUS=Waiting for the database: two lines "$(id)" `id`')
  assert.deepEqual(rest, [
    'STATUS=Serving.',
    'READY=1',
    'WATCHDOG=1',
    'WATCHDOG=1',
    'WATCHDOG=1',
    'STOPPING=1',
    'STATUS=Stopping.',
  ])
})

test('no reports of the event loop unless they are wanted', async () => {
  const clock = createManualClock()
  const socket = join(folder, 'none')
  const manager = findServiceManager({ NOTIFY_SOCKET: socket, PATH: `${folder}:/usr/bin:/bin` }, clock, logger)
  manager.ready('Serving.')
  assert.equal(clock.pending, 0)
  assert.deepEqual(await reported(socket, 2), ['STATUS=Serving.', 'READY=1'])
})

test('started by no service manager, it tells none', () => {
  const clock = createManualClock()
  findServiceManager({ WATCHDOG_USEC: '60000000' }, clock, logger).ready('Serving.')
  assert.equal(clock.pending, 0)
})

test('without systemd-notify the log says so', async () => {
  const socket = join(folder, 'missing')
  findServiceManager({ NOTIFY_SOCKET: socket, PATH: '/nowhere' }, createManualClock(), logger).status('Here.')
  await until(
    async () => logged,
    (lines) => lines.some((line) => line.includes('systemd-notify is missing')),
  )
})

for (const [name, env, everyMs] of [
  ['a minute', { WATCHDOG_USEC: '60000000' }, 20_000],
  ['a minute, for this process', { WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' }, 20_000],
  ['a minute, for another process', { WATCHDOG_USEC: '60000000', WATCHDOG_PID: '8' }, undefined],
  ['none', {}, undefined],
  ['zero', { WATCHDOG_USEC: '0' }, undefined],
  ['nonsense', { WATCHDOG_USEC: 'soon' }, undefined],
] as const) {
  test(`a limit of the watchdog: ${name}`, () => assert.equal(watchdogMs(env, 7), everyMs))
}
