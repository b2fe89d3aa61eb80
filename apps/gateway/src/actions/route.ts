import { randomBytes } from 'node:crypto'
import type { PriorityName } from '@heliograph/contracts'
import { explainRoute, nameLinks, validateRoutes } from '@heliograph/engine'
import { normaliseNumber } from '@heliograph/messaging'
import { createLogger } from '@heliograph/runtime'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { createShared, createToolEngine, NO_DATABASE_URL } from '../compose.ts'
import { formatExplanation } from '../format-explanation.ts'
import { createOutput } from '../output.ts'
import { planHost } from '../plan-host.ts'
import { loadSettings, type Settings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

export interface TestOptions extends CommonOptions {
  readonly to: string
  readonly client: number
  readonly sender?: string
  readonly priority: PriorityName
  readonly parts: number
}

export async function runTest(terminal: Terminal, options: TestOptions): Promise<void> {
  const settings = await loadSettings(options)
  const { sections } = settings.configuration
  const to = normaliseNumber(options.to, 'international', sections.defaults.country)
  if (to === undefined) throw new CommandError('bad-number', `${options.to} is no phone number in international form.`)
  const { links, absent } = await linksOf(settings)
  const problems = validateRoutes(sections, links, absent)
  if (problems.length > 0) throw new CommandError('bad-routes', 'The routes cannot be used.', { details: problems })
  const { client: clientId, sender, priority, parts } = options
  const question = { to, clientId, sender, priority, parts }
  const explanation = explainRoute(sections, links, question)
  createOutput(terminal, options.json).result({ ...question, ...explanation }, formatExplanation(question, explanation))
}

/**
 * Resolves with the links of the configured carriers, which are created for this purpose but not started, and with the
 * instances that were left out.
 */
async function linksOf(settings: Settings) {
  const shared = createShared(settings, createLogger({ level: 'silent' }))
  const engine = createToolEngine(settings, shared, {
    databaseUrl: NO_DATABASE_URL,
    masterKeys: [randomBytes(32)],
    onFatal: () => undefined,
  })
  try {
    const { host } = await planHost(settings, shared, engine.services)
    return { links: nameLinks(host.carriers), absent: host.failures.map(({ id }) => id) }
  } finally {
    await engine.close()
    await shared.httpClients.close()
  }
}
