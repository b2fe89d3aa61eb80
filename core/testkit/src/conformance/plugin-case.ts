import assert from 'node:assert/strict'
import type { Role } from '@heliograph/contracts'
import type { CallbackRules } from './callback-checks.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import { assertDiscreet } from './discretion.ts'
import type { ResponseExpectation } from './expectation.ts'
import { difference, type Pattern } from './match.ts'
import { type GivenEvent, type GivenRequest, type PluginKit, type PluginWorld, withPluginKit } from './plugin-kit.ts'
import type { TestRequest } from './test-request.ts'

/** More calls than a row can need. */
const MOST_CALLS = 30

/** What all rows of a plugin's tables have. */
interface PluginCase {
  readonly name: string
  /** Sets the scene: the instance has started. */
  readonly before?: ((kit: PluginKit) => void | Promise<void>) | undefined
}

/** How to see what the plugin has done: by its own routes, `kit.http.requests`, `kit.engine.mails`, its state, ... */
interface Seen {
  readonly seen: (kit: PluginKit) => unknown
  /** What is to be seen afterwards. */
  readonly expect: Pattern
}

/** A request to one of the plugin's routes. @stability experimental */
export interface PluginRouteCase extends PluginCase, Partial<Seen> {
  readonly request: TestRequest
  readonly response: ResponseExpectation
  /** True: the route is for everyone, so that the request needs no credentials. */
  readonly isOpen?: boolean | undefined
}

/** Events, and what the plugin makes of them. @stability experimental */
export interface PluginEventCase extends PluginCase, Seen {
  readonly events: readonly GivenEvent[]
  /**
   * True: the same event again may have its effect again, because what it does cannot be undone or recognised by others
   * (a mail, say). Then only that nothing is lost is checked.
   */
  readonly mayRepeat?: boolean | undefined
}

/** What the plugin does on its own after a time. @stability experimental */
export interface PluginTaskCase extends PluginCase, Seen {
  /** In milliseconds of the clock from the start. */
  readonly afterMs: number
}

/** A command as it is typed, and how it ends. @stability experimental */
export interface PluginCommandCase extends PluginCase, Partial<Seen> {
  readonly command: string
  /** By the names of its schema. */
  readonly values?: Readonly<Record<string, unknown>> | undefined
  /** The exit code. Default 0. */
  readonly code?: number | undefined
  /** What it prints with `--json`. */
  readonly result?: Pattern
}

/** A call of an endpoint of a page, by the user of the account under test. @stability experimental */
export interface PluginPageCase extends PluginCase, Partial<Seen> {
  readonly page: string
  readonly endpoint: string
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** The role of the user. Default: the first of the page. */
  readonly role?: Role | undefined
  readonly answer: Pattern
  /** True: it is the same for users of all clients. */
  readonly isShared?: boolean | undefined
}

/** A request of a client, and what the hooks of the plugin make of it. @stability experimental */
export interface PluginHookCase extends PluginCase {
  /** Absent: an ordinary one, a text to one number. */
  readonly request?: GivenRequest | undefined
  /** What each message that is stored has to look like (`from`, `route`, `price`, ...), in order. */
  readonly stored?: readonly Pattern[] | undefined
  /** Instead: the error that refuses the request, with `category` and `publicMessage`. */
  readonly refused?: Pattern | undefined
}

/** @stability experimental */
export interface PluginTables extends PluginWorld {
  /** Every command of the plugin needs a row. */
  readonly commands?: readonly PluginCommandCase[] | undefined
  /** Every endpoint of the plugin's pages needs a row. */
  readonly pages?: readonly PluginPageCase[] | undefined
  /** Every route of the plugin needs a row. */
  readonly routes?: readonly PluginRouteCase[] | undefined
  /** How requests prove their origin; `false` when none of them has to. */
  readonly routeCredentials?: CallbackRules | false | undefined
  /** `false`: what the plugin makes of events is tested elsewhere. */
  readonly events?: readonly PluginEventCase[] | false | undefined
  readonly tasks?: readonly PluginTaskCase[] | undefined
  /** `false`: what its hooks decide is tested elsewhere. */
  readonly hooks?: readonly PluginHookCase[] | false | undefined
}

/** Runs `work` with a started instance in which the row's scene is set, and checks what is in the log. */
export function withRow(
  module: AnyPluginModule,
  options: PluginTables,
  row: PluginCase,
  work: (kit: PluginKit) => Promise<void>,
): Promise<void> {
  return withPluginKit(module, options, async (kit) => {
    await row.before?.(kit)
    await work(kit)
    assertDiscreet(module, kit, [])
  })
}

/** Fails when something else is to be seen than the row says. */
export async function assertSeen(kit: PluginKit, row: Seen, when: string): Promise<void> {
  const problem = difference(await row.seen(kit), row.expect, 'what is seen')
  if (problem) assert.fail(`${when}, ${problem}`)
}

/** Whether what the row expects is to be seen. */
export async function isSeen(kit: PluginKit, row: Seen): Promise<boolean> {
  return difference(await row.seen(kit), row.expect) === undefined
}

/**
 * Does `work` with one call of a service failing, then with another one, until it makes no more calls: each time in a
 * world of its own. `check` finds out what came of it; `failure` says what failed.
 */
export async function withEachCallFailing<T>(
  module: AnyPluginModule,
  options: PluginTables,
  row: PluginCase,
  work: (kit: PluginKit) => Promise<T>,
  check: (kit: PluginKit, failure: CallFailure, result: T) => Promise<void>,
): Promise<void> {
  for (const isDone of [false, true]) {
    for (let after = 0, isOver = false; !isOver && after < MOST_CALLS; after += 1) {
      await withRow(module, options, row, async (kit) => {
        kit.engine.failNext('unavailable', undefined, { after, isDone })
        const result = await work(kit)
        isOver = kit.engine.waitingFaults > 0
        const how = isDone ? 'took effect, but its answer was lost' : 'failed'
        if (!isOver) await check(kit, { isDone, text: `call ${after + 1} of a service ${how}` }, result)
      })
    }
  }
}

/** A call that failed; `isDone`: after it had taken effect. */
interface CallFailure {
  readonly isDone: boolean
  readonly text: string
}
