import { nameLinks, type RoutingSettings, validateRoutes } from '@heliograph/engine'
import type { Host } from '@heliograph/runtime'
import { bad, type Finding, good } from './finding.ts'

/** Checks that every route leads to links that exist, and every rule to a route that exists. */
export function checkRoutes(
  settings: RoutingSettings,
  { carriers, failures }: Pick<Host, 'carriers' | 'failures'>,
): readonly Finding[] {
  const links = nameLinks(carriers)
  const absent = failures.map(({ id }) => id)
  const problems = validateRoutes(settings, links, absent)
  if (problems.length > 0) {
    return problems.map((problem) =>
      bad('routes', problem, 'Correct it, or see what a message takes: heliograph route test'),
    )
  }
  if (links.length === 0)
    return [bad('routes', 'No instance is a carrier: nothing can be sent.', 'Add one to instances.')]
  const names = Object.keys(settings.routes)
  const routes = names.length === 0 ? 'one route over all links' : `routes ${names.join(', ')}`
  return [good('routes', `${routes}; links ${links.map(({ id }) => id).join(', ')}`)]
}
