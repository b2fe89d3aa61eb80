import assert from 'node:assert/strict'
import { show } from './match.ts'
import type { ModuleWorld } from './module-world.ts'

/** Fails when the instance bypassed its context, or changed objects that it was given. */
export function assertGoodConduct({ asked, conduct, config, configAsRead }: ModuleWorld): void {
  assert.deepEqual(conduct.misdeeds, [], 'the module does what it must not')
  assert.deepEqual(config, configAsRead, 'the module changed its configuration')
  const [changed] = asked.changedPrincipals()
  if (changed) assert.fail(`the module changed a principal, which others are given, too: it is ${show(changed)}`)
}

/** Fails when a stopped instance still has timers, sockets or requests under way. */
export async function assertNothingLeft({ conduct, http }: ModuleWorld): Promise<void> {
  const left = await conduct.left()
  assert.equal(http.unanswered, 0, 'requests to other servers are under way after stop: give them up by their `signal`')
  assert.deepEqual(left, [], 'timers or sockets are left after stop')
}
