import { MISTAKES } from '../fixtures/adapter-mistakes.ts'
import { CARRIER_MISTAKES } from '../fixtures/carrier-mistakes.ts'
import { CONDUCT_MISTAKES } from '../fixtures/conduct-mistakes.ts'
import type { Mistake } from '../fixtures/mistaken-adapter.ts'
import { PACKAGE_MISTAKES } from '../fixtures/package-mistakes.ts'
import { PROMISE_MISTAKES } from '../fixtures/promise-mistakes.ts'
import { CARRIER_HTTP_FAULTS } from './carrier-http-faults.ts'
import { CONFIGURATION_FAULTS } from './configurations.ts'
import { CONTENT_FAULTS } from './content-faults.ts'
import { LANGUAGE_FAULTS } from './languages.ts'
import { LONG_LIFE_FAULTS } from './long-lives.ts'
import type { PlantedFault } from './planted-fault.ts'
import { PLUGIN_FAULTS } from './plugin-faults.ts'
import { HOOK_FAULTS } from './plugin-hook-faults.ts'
import { PRICE_FAULTS } from './prices.ts'
import { SECRET_FAULTS } from './secrets.ts'
import { STATUS_FAULTS } from './statuses.ts'
import { TENANT_FAULTS } from './tenants.ts'
import { TOKEN_FAULTS } from './tokens.ts'
import { WAITING_FAULTS } from './waiting.ts'

/** Faults in a correct adapter, by what is wrong. */
export const ADAPTER_FAULTS: Readonly<Record<string, readonly Mistake[]>> = {
  'module, configuration, life cycle, rows, errors, price': MISTAKES,
  'conduct: globals, timers, sockets, what was given': CONDUCT_MISTAKES,
  'promises: tenants, commits, credentials, limits': PROMISE_MISTAKES,
  'tenants, through the interface': TENANT_FAULTS,
  'two configurations in one process': CONFIGURATION_FAULTS,
  'slow databases and servers': WAITING_FAULTS,
  'texts in other languages': LANGUAGE_FAULTS,
  'secrets in contexts, URLs and errors': SECRET_FAULTS,
  'statuses of errors': STATUS_FAULTS,
  'access tokens': TOKEN_FAULTS,
  'limits and tables': PRICE_FAULTS,
  'requests at once, times, memory, repetitions': LONG_LIFE_FAULTS,
}

/** Every list, by what it is planted in. */
export const PLANTED: readonly {
  readonly of: string
  readonly faults: Readonly<Record<string, readonly PlantedFault[]>>
}[] = [
  { of: 'adapters', faults: ADAPTER_FAULTS },
  {
    of: 'carriers',
    faults: {
      'links, shares, receipts and conduct': CARRIER_MISTAKES,
      'a network over HTTP that fails': CARRIER_HTTP_FAULTS,
      'rich content, reads, attachments': CONTENT_FAULTS,
    },
  },
  {
    of: 'plugins',
    faults: { 'routes, events, tasks, commands, pages and secrets': PLUGIN_FAULTS, hooks: HOOK_FAULTS },
  },
  { of: 'packages', faults: { 'package.json, imports, README': PACKAGE_MISTAKES } },
]
