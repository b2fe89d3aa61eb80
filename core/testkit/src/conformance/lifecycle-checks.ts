import assert from 'node:assert/strict'
import { type AdapterWorld, type AnyAdapterModule, createAdapterKit } from './adapter-kit.ts'
import type { Check } from './check.ts'

/** Kinds of handles of an event loop that belong to sockets; timers are the clock's business. */
const SOCKET_KINDS = /^(TCP|TLS|UDP|Pipe)/

/** Create, start and stop, in every order the host may call them. */
export function lifecycleChecks(module: AnyAdapterModule, world: AdapterWorld): readonly Check[] {
  const create = () => createAdapterKit(module, world)
  return [
    {
      name: 'create only wires: no timer, no request, no log of trouble',
      async run() {
        const kit = await create()
        assert.equal(kit.clock.pending, 0, 'timers were set')
        assert.deepEqual(kit.http.requests, [])
        assert.deepEqual(kit.log.at('warn', 'error'), [])
      },
    },
    { name: 'stops before it was started', run: async () => (await create()).stop() },
    {
      name: 'stops twice, and leaves nothing behind',
      async run() {
        const before = openSockets()
        const kit = await create()
        await kit.start()
        assertHealth(kit.adapter.health?.())
        await kit.stop()
        await kit.stop()
        assert.equal(kit.clock.pending, 0, 'timers are left after stop')
        await new Promise((resolve) => setImmediate(resolve))
        assert.deepEqual(openSockets(), before, 'sockets are left after stop')
      },
    },
    {
      name: 'stops after a start that was aborted',
      async run() {
        const kit = await create()
        await kit.start(AbortSignal.abort()).catch(() => undefined)
        await kit.stop()
        assert.equal(kit.clock.pending, 0, 'timers are left after stop')
      },
    },
    {
      name: 'two instances live side by side',
      async run() {
        const kits = [await create(), await create()]
        try {
          for (const kit of kits) await kit.start()
        } finally {
          for (const kit of kits) await kit.stop()
        }
      },
    },
  ]
}

function openSockets(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => SOCKET_KINDS.test(kind))
    .sort()
}

/** A health that operators can read: a known status, and a reason unless all is well. */
export function assertHealth(
  health: { readonly status: string; readonly reason?: string | undefined } | undefined,
): void {
  if (!health) return
  assert.ok(['ok', 'degraded', 'down'].includes(health.status), `health has the status ${health.status}`)
  if (health.status !== 'ok') assert.ok(health.reason, `health is ${health.status} without a reason`)
}
