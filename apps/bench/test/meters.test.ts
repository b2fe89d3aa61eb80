import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { isDisturbed, startCpuMeter } from '../src/meters/cpu-meter.ts'
import { timeFixedLoop } from '../src/meters/fixed-loop.ts'
import { growthOf, startMemoryMeter } from '../src/meters/memory-meter.ts'
import {
  busyShareOf,
  childrenOf,
  familySeconds,
  machineTimes,
  processMemory,
  processTimes,
} from '../src/meters/proc.ts'

const BUSY = 'while (process.cpuUsage().user < 200_000);'

test('CPU time of a process, living children and ended children', { timeout: 60_000 }, async (t) => {
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `const { spawnSync, spawn } = require('node:child_process')
       spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}])
       const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${BUSY} process.stdout.write('x'); setInterval(() => {}, 1000)`)}], { stdio: ['ignore', 'pipe', 'ignore'] })
       child.stdout.once('data', () => process.stdout.write('ready'))
       process.on('disconnect', () => { child.kill(); process.exit() })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  // The parent ends its child when it is disconnected.
  t.after(() => parent.connected && parent.disconnect())
  await once(parent.stdout ?? assert.fail(), 'data')
  const pid = parent.pid ?? assert.fail()
  const times = processTimes(pid) ?? assert.fail()
  assert.equal(times.parent, process.pid)
  assert.ok(times.endedChildren >= 0.15, `ended children ${times.endedChildren}`)
  assert.equal(childrenOf(pid).length, 1)
  assert.ok(familySeconds(pid) >= times.own + times.endedChildren + 0.15, `family ${familySeconds(pid)}`)
  assert.ok((processMemory(pid)?.resident ?? 0) > 2 ** 20)
  parent.disconnect()
  await once(parent, 'exit')
  assert.equal(processTimes(pid), undefined)
  assert.equal(familySeconds(pid), 0)
})

test('a meter tells the metered process from the others', () => {
  const meter = startCpuMeter({ gateway: [process.pid], postmaster: undefined, generator: undefined })
  // So much that what it costs this thread to start the child is little beside it, on a busy machine as well.
  execFileSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 600_000);'])
  const use = meter.read()
  assert.ok(use.gateway >= 0.55, 'with the child that ended')
  assert.ok(use.gatewayMain < 0.4, 'without it')
  assert.equal(use.postgres, 0)
  assert.ok(use.machineBusy >= 0.15)
  assert.ok(use.machineShare > 0 && use.machineShare <= 1)
})

test('a measurement counts as disturbed when others used more than 0.3 s and 8 %', () => {
  const use = { gateway: 5, gatewayMain: 4, postgres: 5, generator: 1, network: 0, stolen: 0, machineShare: 0.9 }
  assert.equal(isDisturbed({ ...use, machineBusy: 12, others: 0.9 }), false)
  assert.equal(isDisturbed({ ...use, machineBusy: 12, others: 1 }), true)
  assert.equal(isDisturbed({ ...use, machineBusy: 1, others: 0.29 }), false)
})

test('the machine has been busy and idle', () => {
  const { busy, idle } = machineTimes()
  assert.ok(busy > 0 && idle > 0)
})

for (const [name, busy, idle, share] of [
  ['half of it was busy', 3, 3, 0.5],
  ['nothing was', 0, 3, 0],
  ['all of it was, and the kernel took back time of waiting', 3, -0.01, 1],
  ['no time has passed', 0, 0, 0],
] as const) {
  test(`the share that the machine was busy: ${name}`, () => {
    const before = { busy: 100, idle: 50, stolen: 0 }
    assert.equal(busyShareOf(before, { busy: 100 + busy, idle: 50 + idle, stolen: 0 }), share)
  })
}

test('the fixed loop is timed by the clock given', () => {
  const readings = [1000, 1234.5]
  const clock = () => readings.shift() ?? assert.fail()
  assert.equal(timeFixedLoop(clock, 1000), 234.5)
  assert.deepEqual(readings, [], 'read before and after')
})

test('memory: before, peak and after', () => {
  const { before, peak, after } = startMemoryMeter(process.pid).stop()
  assert.ok(before > 0 && after > 0 && peak >= before && peak >= after)
})

for (const [name, samples, expected] of [
  ['warming up', [10, 50, 100, 100, 100, 100, 100, 100], 0],
  ['flat after a peak', [10, 10, 90, 90, 500, 500, 90, 90], 0],
  ['a leak', [10, 20, 30, 40, 50, 60, 70, 80], 40],
  ['nearly nothing', [7], 0],
] as const) {
  test(`growth of memory: ${name}`, () => assert.equal(growthOf(samples), expected))
}
