import type { ConfigList, ConfigMap, ConfigNode } from './config-node.ts'
import { describeNode, fromPlain, toPlain } from './config-node.ts'
import { expectation, objectionTo } from './constraint.ts'
import { nearest } from './nearest.ts'
import { below, type Place, type ReadContext, report, UNREADABLE } from './read-context.ts'
import { readLeaf } from './read-leaf.ts'
import { readUnion } from './read-union.ts'
import { kindOf, recordKeyPattern, recordValue, type SchemaView, takesNull } from './schema-view.ts'

/**
 * Reads a node by a schema: follows references, fills in defaults, converts raw texts to the types that the schema
 * wants, and reports every problem, not only the first. Returns undefined when nothing is written and nothing is
 * required, and `UNREADABLE` after a reported problem.
 */
export function readValue(
  context: ReadContext,
  schema: SchemaView,
  node: ConfigNode | undefined,
  place: Place,
  required: boolean,
): unknown {
  if (node === undefined || (node.kind === 'scalar' && node.value === null && !takesNull(schema))) {
    return readAbsent(context, schema, place, required)
  }
  const kind = kindOf(schema)
  if (kind === 'leaf') return readLeaf(context, schema, node, place)
  if (kind === 'union') return readUnion(context, schema, node, place, readValue)
  return readContainer(context, schema, node, place)
}

function readContainer(context: ReadContext, schema: SchemaView, node: ConfigNode, place: Place): unknown {
  const problemsBefore = context.problems.length
  const value = readContent(context, schema, node, place)
  if (value === UNREADABLE || context.problems.length > problemsBefore) return UNREADABLE
  const objection = objectionTo(schema, value)
  return objection ? report(context, place, objection.message, objection.remedy) : value
}

function readContent(context: ReadContext, schema: SchemaView, node: ConfigNode, place: Place): unknown {
  const kind = kindOf(schema)
  if (kind === 'any') return toPlain(node)
  if (kind === 'list') {
    return node.kind === 'list' ? readList(context, schema, node, place) : mismatch(context, schema, node, place)
  }
  if (node.kind !== 'map') return mismatch(context, schema, node, place)
  return kind === 'record' ? readRecord(context, schema, node, place) : readObject(context, schema, node, place)
}

function readAbsent(context: ReadContext, schema: SchemaView, place: Place, required: boolean): unknown {
  if (schema.default !== undefined) {
    return readValue(context, { ...schema, default: undefined }, fromPlain(schema.default, place.origin), place, true)
  }
  if (!required) return undefined
  const kind = kindOf(schema)
  if (kind === 'object' || kind === 'record') {
    return readContainer(context, schema, { kind: 'map', entries: new Map(), origin: place.origin }, place)
  }
  return report(context, place, 'It is missing.', expectation(schema))
}

function readObject(context: ReadContext, schema: SchemaView, node: ConfigMap, place: Place): unknown {
  const properties = schema.properties ?? {}
  const value: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(properties)) {
    const child = node.entries.get(key)
    const read = readValue(context, property, child, below(place, key, child), schema.required?.includes(key) ?? false)
    if (read !== undefined && read !== UNREADABLE) value[key] = read
  }
  for (const [key, child] of node.entries) {
    if (!Object.hasOwn(properties, key)) unknownKey(context, Object.keys(properties), key, below(place, key, child))
  }
  return value
}

function unknownKey(context: ReadContext, known: readonly string[], key: string, place: Place): void {
  const near = nearest(key, known)
  const remedy = known.length === 0 ? 'Nothing can be set here.' : `Known keys here: ${known.join(', ')}.`
  report(context, place, 'This key is not known.', near === undefined ? remedy : `Did you mean '${near}'?`)
}

function readRecord(context: ReadContext, schema: SchemaView, node: ConfigMap, place: Place): unknown {
  const entrySchema = recordValue(schema) ?? {}
  const keyPattern = recordKeyPattern(schema)
  const entries: [string, unknown][] = []
  for (const [key, child] of node.entries) {
    const childPlace = below(place, key, child)
    if (!keyPattern.test(key))
      report(context, childPlace, `The name does not match ${keyPattern.source}.`, expectation(schema))
    else entries.push([key, readValue(context, entrySchema, child, childPlace, true)])
  }
  return Object.fromEntries(entries)
}

function readList(context: ReadContext, schema: SchemaView, node: ConfigList, place: Place): unknown {
  return node.items.map((item, index) => readValue(context, schema.items ?? {}, item, below(place, index, item), true))
}

function mismatch(context: ReadContext, schema: SchemaView, node: ConfigNode, place: Place): typeof UNREADABLE {
  const wanted = kindOf(schema) === 'list' ? 'a list' : 'a mapping'
  return report(context, place, `It must be ${wanted}, and is ${describeNode(node)}.`, expectation(schema))
}
