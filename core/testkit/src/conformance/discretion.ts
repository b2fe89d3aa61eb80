import assert from 'node:assert/strict'
import { KeyHandout, type ServiceTokens } from '@heliograph/contracts'
import type { InjectedResponse } from '@heliograph/http'
import { show } from './match.ts'
import type { AnyModule } from './module-checks.ts'
import type { ModuleWorld } from './module-world.ts'
import { secretsOf } from './schema-fields.ts'

/** Shorter texts may occur in a log line by chance. */
const TELLING_LENGTH = 8

/** What an interface or a network wants, though others would not do it. */
export interface Indiscretions {
  /** True: the network wants a secret in the URL, where logs of others may have it. */
  readonly secretsInUrl?: boolean | undefined
}

/**
 * Fails when a secret is in the log, in what is stored for receipts or in a URL that was called, when `shown` contains
 * a secret of the configuration, or when the text or a number of a message is in a log line that operators look at
 * every day.
 */
export function assertDiscreet(
  module: AnyModule,
  world: ModuleWorld,
  messages: readonly { readonly text: string; readonly to: string }[],
  shown = '',
  { secretsInUrl = false }: Indiscretions = {},
): void {
  const everything = world.log.dump()
  const configured = secretsOf(module.configSchema, world.config)
  const keys = [world.account.apiKey, world.stranger.apiKey]
  for (const secret of [...configured, ...keys]) {
    assert.ok(!holds(everything, secret), `a secret value is in the log: ${show(secret)}`)
  }
  for (const secret of configured) {
    assert.ok(!holds(shown, secret), `a secret of the configuration is in the response: ${show(secret)}`)
  }
  const kept = keptAndSent(world)
  if (secretsInUrl) kept[IN_URL] = []
  for (const [where, texts] of Object.entries(kept)) {
    for (const secret of [...configured, ...keys]) {
      const found = texts.find((text) => holds(text, secret))
      assert.ok(found === undefined, `a secret value is ${where}: ${show(secret)} in ${show(found)}`)
    }
  }
  for (const key of handsOutKeys(module) ? [] : keys) {
    assert.ok(!holds(shown, key), `an API key is in the response: ${show(key)}`)
  }
  const daily = world.log.at('info', 'warn', 'error')
  for (const { text, to } of messages) {
    const private_ = [to, text].filter((each) => each.length >= TELLING_LENGTH)
    const leak = daily.find((entry) => private_.some((each) => show(entry).includes(each)))
    assert.ok(!leak, `the text or the recipient of a message is in a log line above debug: ${show(leak)}`)
  }
}

const IN_URL = 'in the URL of a request to another server'

/** What the module had stored, and the URLs it called, which others log; by the place of a secret. */
function keptAndSent({ engine, http }: ModuleWorld): Record<string, readonly string[]> {
  const messages = engine.submissions.flatMap(({ request }) => request.messages)
  return {
    'in the context of a receipt, which is stored with its message': messages.flatMap(({ notifyFormat }) =>
      notifyFormat ? [JSON.stringify(notifyFormat)] : [],
    ),
    [IN_URL]: http.requests.map(({ url }) => decoded(url)),
  }
}

function decoded(url: string): string {
  try {
    return `${url} ${decodeURIComponent(url)}`
  } catch {
    return url
  }
}

/** Headers and body of a response, which must not contain a secret. */
export function shownBy({ headers, text }: InjectedResponse): string {
  return `${JSON.stringify(headers)}\n${text}`
}

/** An interface that asks for the service may return a client's key to it. */
function handsOutKeys({ deps }: AnyModule): boolean {
  return Object.values(deps as ServiceTokens).some(({ id }) => id === KeyHandout.id)
}

/** Whether a text contains a secret, as it is or within Base64. */
function holds(text: string, secret: string): boolean {
  return [secret, ...base64Forms(secret)].some((form) => text.includes(form))
}

/**
 * The forms of a secret in Base64, which depend on where it begins, without the characters that include bits of the
 * text around it.
 */
function base64Forms(secret: string): readonly string[] {
  if (secret.length < TELLING_LENGTH) return []
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret}`)
      .toString('base64')
      .replace(/(?<!=)=+$/, '')
    const inner = encoded.slice(Math.ceil((before * 8) / 6), -1)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
