import assert from 'node:assert/strict'
import { renderConfigTable } from '@heliograph/config'
import type { OutboundRequest, OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import { renderErrorsTable } from '../documentation/errors-table.ts'
import type { GeneratedBlocks } from '../documentation/generated-blocks.ts'
import { renderRoutesTable } from '../documentation/routes-table.ts'
import type { Partially } from './adapter-case.ts'
import { withAuthorLines } from './author-lines.ts'
import { type CallbackOptions, callbackChecks } from './callback-checks.ts'
import {
  type AnyPluginModule,
  type CarrierKit,
  type CarrierWorld,
  createCarrierKit,
  withCarrierKit,
} from './carrier-kit.ts'
import { carrierTextChecks } from './carrier-text-checks.ts'
import { type CheckGroup, registerChecks } from './check.ts'
import { configChecks } from './config-checks.ts'
import { contentChecks } from './content-checks.ts'
import { BLANK_REQUEST } from './error-checks.ts'
import { hangingChecks } from './hanging-checks.ts'
import { type HttpFailureOptions, httpFailureChecks } from './http-failure-checks.ts'
import { lateAnswerChecks } from './late-answer-checks.ts'
import { lifecycleChecks } from './lifecycle-checks.ts'
import { linkChecks } from './link-checks.ts'
import { difference } from './match.ts'
import { moduleChecks } from './module-checks.ts'
import { networkChecks } from './network-checks.ts'
import { openingChecks } from './opening-checks.ts'
import { packageChecks } from './package-checks.ts'
import { openPackageFolder } from './package-folder.ts'
import { receiptChecks } from './receipt-checks.ts'

/** One row of a carrier's table: the network's answer to a message, submitted on the first link. @stability stable */
export interface CarrierCase {
  readonly name: string
  /** Sets the scene: `kit.http.script(...)` for the replies of another server. The links are open. */
  readonly before?: ((kit: CarrierKit) => void | Promise<void>) | undefined
  readonly message: Partial<OutgoingMessage>
  readonly outcomes: readonly Partially<PartOutcome & Record<string, unknown>>[]
  /** Requests made to other servers for the message, in order; not checked when left out. */
  readonly outbound?: readonly Partially<OutboundRequest>[] | undefined
}

/** @stability stable */
export interface CarrierConformanceOptions extends CallbackOptions, HttpFailureOptions {
  /** The folder with package.json, README.md and `src`: `new URL('..', import.meta.url)` from a file in `test/`. */
  readonly packageRoot: URL | string
  /** True: the network behind `config` sends receipts for `goodRecipient`. */
  readonly receipts: boolean
  readonly cases?: readonly CarrierCase[] | undefined
  /** Generated blocks of the README besides `config`, `routes`, `errors` (of those) and `admin-routes`. */
  readonly documentation?: GeneratedBlocks | undefined
  readonly additionalTests?: ((context: CarrierTestContext) => void) | undefined
}

/** For tests that no table can express. @stability stable */
export interface CarrierTestContext {
  /** Runs `work` with a new instance that is not started, and stops it. */
  withKit<T>(work: (kit: CarrierKit) => Promise<T>): Promise<T>
}

/**
 * Registers with node:test the tests that every carrier has to pass, and those of its table. The kit advances the time;
 * a carrier with a real connection also gets real time, and names its `network`.
 * @stability stable
 */
export function runCarrierConformance(module: AnyPluginModule, options: CarrierConformanceOptions): void {
  registerChecks(`${module.id} conforms`, carrierChecks(module, options), () =>
    options.additionalTests?.({ withKit: (work) => withCarrierKit(module, options, work) }),
  )
}

/** All checks of a carrier, by heading. */
export function carrierChecks(module: AnyPluginModule, options: CarrierConformanceOptions): readonly CheckGroup[] {
  const folder = openPackageFolder(options.packageRoot)
  const documentation = () => generatedBlocks(module, options)
  const rows = (options.cases ?? []).map((row) => ({ name: row.name, run: () => runRow(module, options, row) }))
  const create = async () => {
    const kit = await createCarrierKit(module, options)
    return { ...kit, health: () => kit.plugin.health?.() }
  }
  return withAuthorLines(module.create, [
    { name: 'module', checks: moduleChecks(module, folder) },
    { name: 'package', checks: packageChecks(folder, ['Config', 'Limits', 'Try it'], documentation) },
    { name: 'configuration', checks: configChecks(module, options.config) },
    {
      name: 'capabilities',
      checks: [{ name: 'brings the carrier it promises', run: () => checkCarrier(module, options) }],
    },
    { name: 'life cycle', checks: lifecycleChecks(create) },
    { name: 'links', checks: linkChecks(module, options) },
    { name: 'opening and closing', checks: openingChecks(module, options) },
    { name: 'receipts', checks: options.receipts ? receiptChecks(module, options) : [] },
    { name: 'network', checks: networkChecks(module, options) },
    {
      name: 'failures of the network',
      checks: [...httpFailureChecks(module, options), ...hangingChecks(module, options)],
    },
    { name: 'texts', checks: carrierTextChecks(module, options) },
    { name: 'more than texts', checks: contentChecks(module, options) },
    { name: 'late answers', checks: lateAnswerChecks(module, options) },
    { name: 'callbacks', checks: callbackChecks(module, options) },
    { name: 'table', checks: rows },
  ])
}

async function checkCarrier(module: AnyPluginModule, options: CarrierWorld): Promise<void> {
  const { plugin } = await createCarrierKit(module, options)
  assert.equal(module.capabilities.carrier, true, 'the capability carrier is false')
  assert.ok(plugin.carrier, 'create gave no carrier')
}

async function runRow(module: AnyPluginModule, options: CarrierWorld, row: CarrierCase): Promise<void> {
  await withCarrierKit(module, options, async (kit) => {
    await kit.open()
    const link = kit.carrier.links[0]
    assert.ok(link)
    await row.before?.(kit)
    const earlier = kit.http.requests.length
    const outcomes = await kit.submit(link, kit.message(row.message))
    const problem =
      difference(outcomes, row.outcomes, 'outcomes') ??
      (row.outbound && difference(kit.http.requests.slice(earlier), row.outbound, 'outbound'))
    if (problem) assert.fail(problem)
    assert.equal(kit.http.waiting, 0, 'scripted answers of other servers were not asked for')
  })
}

async function generatedBlocks(module: AnyPluginModule, options: CarrierConformanceOptions): Promise<GeneratedBlocks> {
  const { plugin } = await createCarrierKit(module, options)
  const { formatError } = plugin
  return {
    config: renderConfigTable(module.configSchema),
    ...(plugin.routes ? { routes: renderRoutesTable(plugin.routes) } : {}),
    ...(formatError ? { errors: renderErrorsTable((error) => formatError.call(plugin, error, BLANK_REQUEST)) } : {}),
    ...(plugin.adminRoutes ? { 'admin-routes': renderRoutesTable(plugin.adminRoutes) } : {}),
    ...options.documentation,
  }
}
