import { API_VERSION, definePlugin, type EventListener, MessageEvents, OwnTables } from '@heliograph/contracts'
import { createCommands } from './commands.ts'
import { configSchema } from './config.ts'
import { createDeliveredCount } from './delivered-count.ts'
import { formatError } from './errors.ts'
import { createPages } from './page.ts'
import { createReports } from './reports.ts'
import { createRoutes } from './routes.ts'

/**
 * Data and one factory; importing this does nothing. The name of the package ends in `id`; `version` is the one in
 * package.json.
 */
export default definePlugin({
  apiVersion: API_VERSION,
  id: 'sample',
  version: '0.1.0',
  configSchema,
  capabilities: { carrier: false, http: true, pages: true },
  // The gateway runs these before it creates an instance.
  tables: { migrations: new URL('../migrations/', import.meta.url) },
  // Every service that it uses.
  deps: { events: MessageEvents, tables: OwnTables },
  create(context, config) {
    const { instanceId, services } = context
    const count = createDeliveredCount(services.tables.of(instanceId))
    const reports = createReports(config, context, count.read)
    let listener: EventListener | undefined
    return {
      routes: createRoutes(config, count),
      formatError,
      commands: createCommands(count),
      pages: createPages(count),
      async start() {
        listener = await services.events.subscribe({
          name: instanceId,
          kinds: ['message-ended'],
          handler: (events) => count.add(events),
        })
        reports.start()
      },
      async stop(signal) {
        await Promise.all([listener?.stop(), reports.stop(signal)])
      },
    }
  },
})
