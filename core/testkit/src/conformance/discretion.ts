import assert from 'node:assert/strict'
import { show } from './match.ts'
import type { AnyModule } from './module-checks.ts'
import type { ModuleWorld } from './module-world.ts'
import { secretsOf } from './schema-fields.ts'

/** Shorter texts may stand in a log line by chance. */
const TELLING_LENGTH = 8

/**
 * Fails when a secret is in the log, when one of the configuration is in `shown`, or when the text or a number of a message is in a log line that operators look at every day.
 */
export function assertDiscreet(
  module: AnyModule,
  world: ModuleWorld,
  messages: readonly { readonly text: string; readonly to: string }[],
  shown = '',
): void {
  const everything = world.log.dump()
  const configured = secretsOf(module.configSchema, world.config)
  for (const secret of [...configured, world.account.apiKey, world.stranger.apiKey]) {
    assert.ok(!everything.includes(secret), `a secret value is in the log: ${show(secret)}`)
  }
  for (const secret of configured) {
    assert.ok(!shown.includes(secret), `a secret of the configuration is in the response: ${show(secret)}`)
  }
  const daily = world.log.at('info', 'warn', 'error')
  for (const { text, to } of messages) {
    const private_ = [to, text].filter((each) => each.length >= TELLING_LENGTH)
    const leak = daily.find((entry) => private_.some((each) => show(entry).includes(each)))
    assert.ok(!leak, `the text or the recipient of a message is in a log line above debug: ${show(leak)}`)
  }
}
