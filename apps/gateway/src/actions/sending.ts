import type { HoldScope, SendingHold } from '@heliograph/contracts'
import { DEPLOYMENT, describeHold, type Engine, routeNames } from '@heliograph/engine'
import { describeScope } from '@heliograph/messaging'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { noteCommand } from '../note-commands.ts'
import type { Settings } from '../settings.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface ScopeOptions extends CommonOptions {
  readonly route?: string
  readonly client?: number
}

export interface HoldOptions extends ScopeOptions {
  readonly reason: string
}

/** `sending hold`. */
export function holdSending(terminal: Terminal, options: HoldOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, settings) => {
    const scope = await scopeOf(engine, options)
    checkRoute(scope, settings)
    const { reason } = options
    const isNew = await engine.holds.hold(scope, reason)
    const detail = reason === '' ? undefined : { reason }
    if (isNew) await noteCommand(engine, { action: 'sending-held', ...describeScope(scope), detail })
    output.result({ ...scope, reason, isNew }, [`Sending is on hold: ${nameOf(scope)}.`])
  })
}

/** `sending resume`. */
export function resumeSending(terminal: Terminal, options: ScopeOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const scope = await scopeOf(engine, options)
    if (!(await engine.holds.resume(scope))) throw new CommandError('not-on-hold', await notOnHold(engine, scope))
    await noteCommand(engine, { action: 'sending-resumed', ...describeScope(scope) })
    const left = await engine.holds.list()
    const others = left.length === 0 ? [] : [`Still on hold: ${left.map(describeHold).join(', ')}.`]
    output.result(scope, [`Sending goes on: ${nameOf(scope)}.`, ...others])
  })
}

/** `sending list`. */
export function listHolds(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ holds }, output) => {
    const found = await holds.list()
    output.result({ holds: found }, formatHolds(found))
  })
}

/** What the options mean. */
async function scopeOf(engine: Engine, { route, client }: ScopeOptions): Promise<HoldScope> {
  if (route !== undefined && client !== undefined)
    throw new CommandError('usage', 'Give --route or --client, not both; without either it is all sending.')
  if (route !== undefined) return { kind: 'route', name: route }
  if (client === undefined) return DEPLOYMENT
  await engine.operatorOf(client)
  return { kind: 'client', name: String(client) }
}

/** One that no configuration has is a slip of the pen, and nothing would be on hold. */
function checkRoute({ kind, name }: HoldScope, { configuration }: Settings): void {
  const known = routeNames(configuration.sections.routes)
  if (kind === 'route' && !known.includes(name))
    throw new CommandError('route-not-found', `There is no route ${name}. The configuration has: ${known.join(', ')}.`)
}

async function notOnHold({ holds }: Engine, scope: HoldScope): Promise<string> {
  const found = await holds.list()
  const others = found.length === 0 ? 'Nothing is.' : `On hold: ${found.map(describeHold).join(', ')}.`
  return `Not on hold: ${nameOf(scope)}. ${others}`
}

function nameOf({ kind, name }: HoldScope): string {
  return kind === 'deployment' ? 'all messages' : `${kind} ${name}`
}

function formatHolds(holds: readonly SendingHold[]): readonly string[] {
  if (holds.length === 0) return ['Nothing is on hold.']
  return formatTable(
    ['on hold', 'since', 'reason'],
    holds.map((hold) => [nameOf(hold), hold.at.toISOString(), hold.reason]),
  )
}
