import { judgeOwnSchemas, listSchemas, SchemaError, type Sql, schemaNameOf } from '@heliograph/engine'
import type { PlannedInstance } from '@heliograph/runtime'
import { ownSchemasOf } from '../own-schemas.ts'
import { bad, type Finding, good } from './finding.ts'

/** Checks the tables of instances, and reports those whose instance is no longer configured. */
export async function checkOwnTables(sql: Sql, plan: readonly PlannedInstance[]): Promise<readonly Finding[]> {
  const judged = await judgeOwnSchemas(sql, await ownSchemasOf(plan))
  const configured = new Set(judged.map(({ instance }) => instance))
  const left = (await listSchemas(sql)).filter(({ instance }) => !configured.has(instance))
  return [
    ...judged.map(({ instance, verdict }) => judge(`tables of ${instance}`, schemaNameOf(instance), verdict)),
    ...left.map(({ instance, schema }) =>
      good(
        `tables of ${instance}`,
        `${schema}: no such instance is configured; heliograph plugin drop-data removes it`,
      ),
    ),
  ]
}

function judge(name: string, schema: string, verdict: readonly unknown[] | SchemaError): Finding {
  if (verdict instanceof SchemaError) return bad(name, verdict.problem, verdict.remedy)
  if (verdict.length === 0) return good(name, `${schema} has all migrations of its package`)
  return good(name, `${schema}: ${verdict.length} to apply; the next start does it, or: heliograph migrate`)
}
