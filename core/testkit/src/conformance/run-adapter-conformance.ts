import { renderConfigTable } from '@heliograph/config'
import type { ErrorCategory } from '@heliograph/contracts'
import { renderErrorsTable } from '../documentation/errors-table.ts'
import type { GeneratedBlocks } from '../documentation/generated-blocks.ts'
import { renderRoutesTable } from '../documentation/routes-table.ts'
import type { AdapterCase, ExchangeCase, ReadCase } from './adapter-case.ts'
import {
  type AdapterKit,
  type AdapterWorld,
  type AnyAdapterModule,
  createAdapterKit,
  withAdapterKit,
} from './adapter-kit.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import { withAuthorLines } from './author-lines.ts'
import { bodyChecks } from './body-checks.ts'
import { capabilityChecks } from './capability-checks.ts'
import { type CheckGroup, registerChecks } from './check.ts'
import { commitChecks } from './commit-checks.ts'
import { configChecks } from './config-checks.ts'
import { configurationMixChecks } from './configuration-mix-checks.ts'
import { type CredentialRules, credentialChecks } from './credential-checks.ts'
import { createRowKinds } from './distinct-rows.ts'
import { BLANK_REQUEST, errorChecks } from './error-checks.ts'
import { exchangeChecks } from './exchange-checks.ts'
import { FOREIGN_TEXT, foreignTextChecks } from './foreign-text-checks.ts'
import { instanceChecks } from './instance-checks.ts'
import { isolationChecks } from './isolation-checks.ts'
import { jsonChecks } from './json-checks.ts'
import { keepingChecks } from './keeping-checks.ts'
import { type CreatedInstance, lifecycleChecks } from './lifecycle-checks.ts'
import { limitChecks } from './limit-checks.ts'
import { moduleChecks } from './module-checks.ts'
import { numberingChecks } from './numbering-checks.ts'
import { paceChecks } from './pace-checks.ts'
import { packageChecks } from './package-checks.ts'
import { openPackageFolder } from './package-folder.ts'
import { type LargestRequest, priceChecks } from './price-checks.ts'
import { type ReceiptCase, receiptFormChecks } from './receipt-form-checks.ts'
import { requestIdChecks } from './request-id-checks.ts'
import { resendChecks } from './resend-checks.ts'
import { routeChecks } from './route-checks.ts'
import { runCase } from './run-case.ts'
import { simultaneousChecks } from './simultaneous-checks.ts'
import { stopChecks } from './stop-checks.ts'
import { textChecks } from './text-checks.ts'
import { timeChecks } from './time-checks.ts'
import { tokenChecks } from './token-checks.ts'

/** @stability stable */
export interface AdapterConformanceOptions extends AdapterWorld {
  /** The folder with package.json, README.md and `src`: `new URL('..', import.meta.url)` from a file in `test/`. */
  readonly packageRoot: URL | string
  /** The interface as a table. The derived checks vary the first row with `submitted`. */
  readonly cases: readonly AdapterCase[]
  /** The table of an interface with its own connections. The derived checks vary the first row with `submitted`. */
  readonly exchanges?: readonly ExchangeCase[] | undefined
  /** How clients read their messages; needed for the checks that clients cannot see each other's messages. */
  readonly reads?: readonly ReadCase[] | undefined
  /** The receipts that the interface writes itself (`formatReceipt`). */
  readonly receiptForms?: readonly ReceiptCase[] | undefined
  /** How requests are authenticated; `false` for an interface without authentication. */
  readonly credentials?: CredentialRules | false | undefined
  /**
   * Categories of errors that the interface answers with the status of success, distinguished by the body. Default
   * none.
   */
  readonly errorsLikeSuccess?: readonly ErrorCategory[] | undefined
  /**
   * How the interface writes the id of a message, where not in decimal digits: padded, prefixed, hexadecimal. Letters,
   * digits, hyphens and underscores only: `(smsId) => 'SM' + smsId.toString(16).padStart(8, '0')`.
   */
  readonly idForm?: ((smsId: number) => string) | undefined
  /**
   * A text in letters of many languages, which every row that accepts messages has to take and to pass on as it is.
   * Another one for an interface whose charset has fewer letters, false for one that carries ASCII only.
   */
  readonly foreignText?: string | false | undefined
  /**
   * False for an interface whose requests have one recipient each. Others show in a row what is answered for several.
   */
  readonly severalRecipients?: boolean | undefined
  /**
   * The largest requests that the interface permits: the most recipients, the longest text. None of them may keep the
   * event loop to itself for more than 50 ms.
   */
  readonly largest?: readonly LargestRequest[] | undefined
  /** Generated blocks of the README besides `config`, `routes` and `errors`. */
  readonly documentation?: GeneratedBlocks | undefined
  /** Registers the interface's own tests, with the same world. */
  readonly additionalTests?: ((context: AdapterTestContext) => void) | undefined
}

/** For tests that no table can express. @stability stable */
export interface AdapterTestContext {
  /** Runs `work` with a new started instance and stops it. */
  withKit<T>(work: (kit: AdapterKit) => Promise<T>): Promise<T>
}

/**
 * Registers with node:test the tests that every adapter has to pass, and those of its table. No socket is opened unless
 * the adapter opens one: the services are in memory, and requests go through the host's router.
 * @stability stable
 */
export function runAdapterConformance(module: AnyAdapterModule, options: AdapterConformanceOptions): void {
  registerChecks(`${module.id} conforms`, adapterChecks(module, options), () =>
    options.additionalTests?.({ withKit: (work) => withAdapterKit(module, options, work) }),
  )
}

/** All checks of an adapter, by heading. */
export function adapterChecks(module: AnyAdapterModule, options: AdapterConformanceOptions): readonly CheckGroup[] {
  const folder = openPackageFolder(options.packageRoot)
  const {
    cases,
    reads = [],
    exchanges = [],
    receiptForms = [],
    credentials = {},
    errorsLikeSuccess = [],
    largest = [],
    idForm = String,
    foreignText = FOREIGN_TEXT,
    severalRecipients = true,
  } = options
  const suite: AdapterSuite = {
    module,
    folder,
    world: options,
    cases,
    kinds: createRowKinds(options.base ?? {}),
    reads,
    exchanges,
    receiptForms,
    credentials,
    largest,
    errorsLikeSuccess,
    idForm,
    foreignText,
    severalRecipients,
  }
  const documentation = () => generatedBlocks(module, options)
  const rows = cases.map((row) => ({ name: row.name, run: () => runCase(module, options, row) }))
  return withAuthorLines(module.create, [
    { name: 'configurations', checks: configurationMixChecks(suite) },
    { name: 'module', checks: moduleChecks(module, folder) },
    { name: 'package', checks: packageChecks(folder, headingsOf(module), documentation) },
    { name: 'configuration', checks: configChecks(module, options.config) },
    { name: 'capabilities', checks: capabilityChecks(suite) },
    { name: 'life cycle', checks: [...lifecycleChecks(() => createInstance(module, options)), ...stopChecks(suite)] },
    { name: 'table', checks: rows },
    { name: 'ids', checks: numberingChecks(suite) },
    { name: 'times', checks: timeChecks(suite) },
    { name: 'languages', checks: foreignTextChecks(suite) },
    { name: 'exchanges', checks: exchangeChecks(suite) },
    { name: 'receipts', checks: receiptFormChecks(suite) },
    { name: 'answers', checks: [...commitChecks(suite), ...requestIdChecks(suite), ...resendChecks(suite)] },
    { name: 'credentials', checks: [...credentialChecks(suite), ...tokenChecks(suite), ...routeChecks(suite)] },
    { name: 'tenants', checks: [...isolationChecks(suite), ...simultaneousChecks(suite)] },
    { name: 'instances', checks: instanceChecks(suite) },
    { name: 'errors', checks: errorChecks(suite) },
    {
      name: 'price',
      checks: [
        ...limitChecks(suite),
        ...priceChecks(suite),
        ...paceChecks(suite),
        ...keepingChecks(suite),
        ...textChecks(suite),
      ],
    },
    { name: 'broken requests', checks: [...bodyChecks(suite), ...jsonChecks(suite)] },
  ])
}

async function createInstance(module: AnyAdapterModule, options: AdapterWorld): Promise<CreatedInstance> {
  const kit = await createAdapterKit(module, options)
  return { ...kit, health: () => kit.adapter.health?.() }
}

function headingsOf(module: AnyAdapterModule): readonly string[] {
  const always = ['Speaks', 'Config', 'Errors', 'Capabilities', 'Limits', 'Try it']
  return module.capabilities.http ? [...always, 'Routes'] : always
}

async function generatedBlocks(module: AnyAdapterModule, options: AdapterConformanceOptions): Promise<GeneratedBlocks> {
  const { adapter } = await createAdapterKit(module, options)
  const { formatError, routes } = adapter
  return {
    config: renderConfigTable(module.configSchema),
    ...(routes ? { routes: renderRoutesTable(routes) } : {}),
    ...(formatError ? { errors: renderErrorsTable((error) => formatError.call(adapter, error, BLANK_REQUEST)) } : {}),
    ...options.documentation,
  }
}
