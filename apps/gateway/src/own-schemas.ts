import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import { OwnTables } from '@heliograph/contracts'
import { type OwnSchema, readOwnSchema } from '@heliograph/engine'
import type { PlannedInstance } from '@heliograph/runtime'

/**
 * The schemas of instances with tables of their own. Throws `ConfigurationError` for packages that do not say what they
 * should, and a `SchemaError` for migrations that cannot be read.
 */
export async function ownSchemasOf(plan: readonly PlannedInstance[]): Promise<readonly OwnSchema[]> {
  const problems = plan.flatMap(findProblem)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const withTables = plan.flatMap(({ id, module }) =>
    module.tables === undefined ? [] : [readOwnSchema(id, module.id, module.tables.migrations)],
  )
  return Promise.all(withTables)
}

function findProblem({ entry, module }: PlannedInstance): readonly ConfigurationProblem[] {
  const { tables, deps, kind, id } = module
  const wrong = (message: string) => [
    entry.problem('use', message, 'This is a bug in the package: report it to its author.'),
  ]
  if (tables !== undefined && !(tables.migrations instanceof URL))
    return wrong(`The ${kind} '${id}' has 'tables' without a URL of a folder as 'migrations'.`)
  if (tables === undefined && Object.values(deps).some((token) => token.id === OwnTables.id))
    return wrong(`The ${kind} '${id}' uses OwnTables and says nothing about its tables ('tables').`)
  return []
}
