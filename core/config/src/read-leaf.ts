import { parseDocument } from 'yaml'
import { type ConfigNode, type ConfigScalar, describeNode } from './config-node.ts'
import { expectation, objectionTo } from './constraint.ts'
import { type Place, type ReadContext, report, UNREADABLE } from './read-context.ts'
import { dereference } from './reference.ts'
import { leafTypes, type SchemaView } from './schema-view.ts'

/** Reads a scalar by a schema without parts of its own. Remembers secrets and never shows them. */
export function readLeaf(context: ReadContext, schema: SchemaView, node: ConfigNode, place: Place): unknown {
  const target = dereference(context, place, node)
  if (target === UNREADABLE) return UNREADABLE
  if (target.kind !== 'scalar') {
    return report(context, place, `It must be a single value, and is ${describeNode(target)}.`, expectation(schema))
  }
  const value = typedValue(schema, target)
  const objection = objectionTo(schema, value)
  if (!objection) {
    if (schema.secret && typeof value === 'string') context.secrets.add(value)
    return value
  }
  const shown = schema.secret || target.hidden ? undefined : target.value
  const remedy = target.hidden ? expectation(schema) : objection.remedy
  return report(context, place, objection.message, remedy, shown)
}

/**
 * Converts a raw text to the type that the schema wants; values written in the file keep the type of their notation.
 */
function typedValue(schema: SchemaView, scalar: ConfigScalar): unknown {
  if (scalar.text === undefined) return scalar.value
  const types = leafTypes(schema)
  if (types.includes('string')) return scalar.text
  const parsed: unknown = parseDocument(scalar.text.trim()).toJS()
  return parsed === null && !types.includes('null') ? scalar.text : parsed
}
