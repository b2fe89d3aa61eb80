import { runPluginConformance } from '@heliograph/testkit'
import plugin from '../src/index.ts'
import { events, routes, TOKEN, tasks } from './cases.ts'
import { commands, pages } from './page-cases.ts'

runPluginConformance(plugin, {
  packageRoot: new URL('..', import.meta.url),
  config: { token: TOKEN, reportUrl: 'https://reports.example/', everyMinutes: 15 },
  // The other server's reply wherever a row does not set another.
  http: () => ({ status: 204 }),
  routes,
  events,
  tasks,
  commands,
  pages,
})
