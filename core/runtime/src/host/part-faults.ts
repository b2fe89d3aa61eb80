import { findCommandFaults, findPageFaults, nearest } from '@heliograph/config'
import { type Adapter, HOOK_DEFAULTS, type Hooks, type Plugin, type PluginModule } from '@heliograph/contracts'
import { type InstancePart, lifecycleOf, routedOf } from './instance.ts'
import type { GatewayModule, ModuleFault } from './module.ts'

export const AUTHORS_FAULT = 'This is a bug in the package: report it to its author.'

/** What is wrong with what the factory of a module has returned; undefined when nothing is. */
export function findPartFault(module: GatewayModule, part: InstancePart): ModuleFault | undefined {
  const result: unknown = part.kind === 'adapter' ? part.adapter : part.plugin
  const name = `create of the ${module.kind} '${module.id}' ${module.version}`
  if (isPromise(result)) {
    // Its result is not used, and a rejection would end the process.
    void result.then(undefined, () => undefined)
    const message = `The ${name} returns a promise. It has to return the ${module.kind} itself.`
    return { message, remedy: 'Make create synchronous, without async, and wait in start instead.' }
  }
  if (typeof result !== 'object' || result === null) {
    const message = `The ${name} returns ${result === null ? 'null' : typeof result} instead of the ${module.kind}.`
    return { message, remedy: AUTHORS_FAULT }
  }
  const missing = missingParts(module, part)
  if (missing.length > 0) return { message: missing.join(' '), remedy: AUTHORS_FAULT }
  return unknownMethods(result, module, name)
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** The members that the host knows. The compiler finds one that is missing. */
const MEMBERS = {
  adapter: Object.keys({
    start: true,
    stop: true,
    health: true,
    reconfigure: true,
    check: true,
    routes: true,
    formatError: true,
    formatReceipt: true,
    formatReceipts: true,
    formatIncoming: true,
    readIncomingReply: true,
    example: true,
    documentation: true,
    listeners: true,
    address: true,
  } satisfies Record<keyof Adapter, true>),
  plugin: Object.keys({
    start: true,
    stop: true,
    health: true,
    reconfigure: true,
    check: true,
    routes: true,
    formatError: true,
    carrier: true,
    provides: true,
    hooks: true,
    adminRoutes: true,
    commands: true,
    pages: true,
  } satisfies Record<keyof Plugin, true>),
}

/** A method that the host never calls is mistyped, or one of newer contracts. Objects of a class may have more. */
function unknownMethods(result: object, { kind }: GatewayModule, name: string): ModuleFault | undefined {
  if (Object.getPrototypeOf(result) !== Object.prototype) return undefined
  const known = MEMBERS[kind]
  const [unknown] = Object.entries(result).filter(([key, value]) => typeof value === 'function' && !known.includes(key))
  if (unknown === undefined) return undefined
  const near = nearest(unknown[0], known)
  const meant = near === undefined ? `Methods are ${known.join(', ')}.` : `Did you mean '${near}'?`
  return {
    message: `The ${name} returns the method '${unknown[0]}', which no ${kind} has in the contracts of this gateway.`,
    remedy: `${meant} Rename or remove it, or update the gateway if newer contracts have it.`,
  }
}

/** Where the declared capabilities of a module and the parts of its instance disagree, one sentence each. */
function missingParts(module: GatewayModule, part: InstancePart): readonly string[] {
  const { routes, formatError } = routedOf(part)
  const { http = false } = module.capabilities
  const ofPlugin = part.kind === 'plugin' && module.kind === 'plugin' ? missingOfPlugin(module, part.plugin) : []
  return [
    ...disagreement(http, Array.isArray(routes), 'http', 'routes'),
    ...(http && typeof formatError !== 'function' ? [missing('http', 'formatError')] : []),
    ...ofPlugin,
    ...missingReconfigure(module, part),
  ]
}

function missingOfPlugin(
  { capabilities }: PluginModule,
  { carrier, commands = [], hooks, pages }: Plugin,
): readonly string[] {
  return [
    ...disagreement(capabilities.carrier, carrier !== undefined, 'carrier', 'carrier'),
    ...disagreement(capabilities.hooks ?? false, hooks !== undefined, 'hooks', 'hooks'),
    ...(hooks === undefined ? [] : wrongHooks(hooks)),
    ...disagreement(capabilities.pages ?? false, pages !== undefined, 'pages', 'pages'),
    ...findPageFaults(pages ?? []),
    ...findCommandFaults(commands),
  ]
}

function wrongHooks({ order = HOOK_DEFAULTS.order, deadlineMs = HOOK_DEFAULTS.deadlineMs, onFault }: Hooks) {
  const isInTime = Number.isFinite(deadlineMs) && deadlineMs >= 1 && deadlineMs <= HOOK_DEFAULTS.mostMs
  return [
    ...(Number.isFinite(order) ? [] : ['The order of its hooks is no number.']),
    ...(isInTime ? [] : [`The deadlineMs of its hooks is no number from 1 to ${HOOK_DEFAULTS.mostMs}.`]),
    ...(['refuse', 'pass'].includes(onFault) ? [] : [`The onFault of its hooks is neither 'refuse' nor 'pass'.`]),
  ]
}

function missingReconfigure(module: GatewayModule, part: InstancePart): readonly string[] {
  const hasLiveKeys = (module.liveKeys ?? []).length > 0
  const isThere = typeof lifecycleOf(part).reconfigure === 'function'
  return hasLiveKeys && !isThere ? ['It declares liveKeys, but has no reconfigure.'] : []
}

function disagreement(declared: boolean, present: boolean, capability: string, part: string): readonly string[] {
  if (declared && !present) return [missing(capability, part)]
  return present && !declared ? [`It has ${part}, but does not declare the capability '${capability}'.`] : []
}

function missing(capability: string, part: string): string {
  return `It declares the capability '${capability}', but has no ${part}.`
}
