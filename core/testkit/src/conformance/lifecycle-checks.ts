import assert from 'node:assert/strict'
import type { Health } from '@heliograph/contracts'
import type { Check } from './check.ts'
import type { InstanceControl, ModuleWorld } from './module-world.ts'

/** Kinds of handles of an event loop that belong to sockets; timers are the clock's business. */
const SOCKET_KINDS = /^(TCP|TLS|UDP|Pipe)/

/** A created instance in its world. */
export type CreatedInstance = ModuleWorld & InstanceControl & { readonly health: () => Health | undefined }

/** Create, start and stop, in every order the host may call them. */
export function lifecycleChecks(create: () => Promise<CreatedInstance>): readonly Check[] {
  return [
    {
      name: 'create only wires: no timer, no request, no log of trouble',
      async run() {
        const instance = await create()
        assert.equal(instance.clock.pending, 0, 'timers were set')
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
        assert.equal(instance.clock.pending, 0, 'timers are left after stop')
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
  assert.equal(instance.clock.pending, 0, 'timers are left after stop')
  // Closed handles leave the list in a later turn of the loop.
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(openSockets(), before, 'sockets are left after stop')
}

function openSockets(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => SOCKET_KINDS.test(kind))
    .sort()
}

/** A health that operators can read: a known status, and a reason unless all is well. */
function assertHealth(health: Health | undefined): void {
  if (!health) return
  assert.ok(['ok', 'degraded', 'down'].includes(health.status), `health has the status ${health.status}`)
  if (health.status !== 'ok') assert.ok(health.reason, `health is ${health.status} without a reason`)
}
