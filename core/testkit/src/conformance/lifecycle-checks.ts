import assert from 'node:assert/strict'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Health } from '@heliograph/contracts'
import type { Check } from './check.ts'
import { LateError } from './deadline.ts'
import { assertGoodConduct, assertNothingLeft } from './good-conduct.ts'
import type { InstanceControl, ModuleWorld } from './module-world.ts'

/** Turns of the loop after which the effects of `create` are visible. */
const TURNS = 5
const SOCKET_PATIENCE_MS = 2_000
/** Kinds of event loop handles that belong to sockets, including accepted connections. */
const SOCKET_KINDS = /^(TCP|TLS|UDP|Pipe)/

/** A created instance in its world. */
export type CreatedInstance = ModuleWorld & InstanceControl & { readonly health: () => Health | undefined }

/** Create, start and stop, in every order the host may call them. */
export function lifecycleChecks(create: () => Promise<CreatedInstance>): readonly Check[] {
  return [
    {
      name: 'create only wires: no timer, no socket, no request, no log of trouble',
      async run() {
        const instance = await create()
        // A server starts to listen, and a client connects, in a later turn than the call.
        for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
        assert.deepEqual(instance.conduct.open(), [], 'create set timers or opened sockets')
        assertGoodConduct(instance)
        assert.deepEqual(instance.http.requests, [])
        assert.deepEqual(instance.log.at('warn', 'error'), [])
      },
    },
    { name: 'stops before it was started', run: async () => (await create()).stop() },
    { name: 'stops twice, and leaves nothing behind', run: () => checkStop(create) },
    {
      name: 'stops after a start that was aborted',
      async run() {
        const instance = await create()
        await instance.start(AbortSignal.abort()).catch(() => undefined)
        await instance.stop()
        await assertNothingLeft(instance)
      },
    },
    {
      name: 'starts and stops within its signals while other servers never answer',
      async run() {
        const instance = await create()
        instance.http.hang()
        const [starting, stopping] = [new AbortController(), new AbortController()]
        const started = instance.start(starting.signal).catch(notLate)
        for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
        starting.abort()
        await started
        const stopped = instance.stop(stopping.signal).catch(notLate)
        for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
        stopping.abort()
        await stopped
        await assertNothingLeft(instance)
      },
    },
    {
      name: 'two instances live side by side',
      async run() {
        const instances = [await create(), await create()]
        try {
          for (const instance of instances) await instance.start()
        } finally {
          for (const instance of instances) await instance.stop()
        }
      },
    },
  ]
}

/** An instance may reject what it was told to give up; it must not go on with it. */
function notLate(error: unknown): void {
  if (error instanceof LateError) throw error
}

async function checkStop(create: () => Promise<CreatedInstance>): Promise<void> {
  const before = openSockets()
  const instance = await create()
  try {
    await instance.start()
    assertHealth(instance.health())
  } finally {
    await instance.stop()
    await instance.stop()
  }
  await assertNothingLeft(instance)
  assertGoodConduct(instance)
  await assertNoMoreSockets(before)
}

/**
 * Closed handles leave the list in a later turn of the loop, and a peer in the same process may need a few turns to
 * notice that its connection is gone.
 */
async function assertNoMoreSockets(before: readonly string[]): Promise<void> {
  const end = Date.now() + SOCKET_PATIENCE_MS
  while (openSockets().length > before.length && Date.now() < end) await delay(1)
  assert.ok(openSockets().length <= before.length, `sockets are left after stop: ${openSockets()}, before ${before}`)
}

function openSockets(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => SOCKET_KINDS.test(kind))
    .sort()
}

/** Checks that operators can read the health: a known status, and a reason unless all is well. */
function assertHealth(health: Health | undefined): void {
  if (!health) return
  assert.ok(['ok', 'degraded', 'down'].includes(health.status), `health has the status ${health.status}`)
  if (health.status !== 'ok') assert.ok(health.reason, `health is ${health.status} without a reason`)
}
