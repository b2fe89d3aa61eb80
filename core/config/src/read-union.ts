import type { ConfigMap, ConfigNode } from './config-node.ts'
import { describeNode } from './config-node.ts'
import { expectation } from './constraint.ts'
import type { ConfigurationProblem } from './problem.ts'
import { type Place, type ReadContext, report, UNREADABLE } from './read-context.ts'
import { dereference, referenceOf } from './reference.ts'
import { kindOf, type SchemaKind, type SchemaView } from './schema-view.ts'
import { createSecretValues } from './secret-values.ts'

/** Which kinds of schema a kind of node can satisfy. */
const FITTING: Readonly<Record<ConfigNode['kind'], readonly SchemaKind[]>> = {
  scalar: ['leaf', 'union', 'any'],
  list: ['list', 'union', 'any'],
  map: ['object', 'record', 'union', 'any'],
}

/** Reads a value by one of its forms, which may hold values of several forms in turn. */
type ReadForm = (context: ReadContext, form: SchemaView, node: ConfigNode, place: Place, required: boolean) => unknown

/**
 * Reads a value that may have several forms: the first form without problems wins. When none fits, the problems of the
 * nearest form are reported, since that is usually the one the operator meant.
 */
export function readUnion(
  context: ReadContext,
  schema: SchemaView,
  node: ConfigNode,
  place: Place,
  readForm: ReadForm,
): unknown {
  const branches = schema.anyOf ?? []
  const target = isMeantAsReference(branches, node) ? dereference(context, place, node) : node
  if (target === UNREADABLE) return UNREADABLE
  const attempts = branches
    .filter((branch) => FITTING[target.kind].includes(kindOf(branch)) && discriminates(branch, target))
    .map((branch) => attempt(context, inherit(schema, branch), target, place, readForm))
  const success = attempts.find((candidate) => candidate.problems.length === 0)
  if (success) {
    for (const secret of success.secrets) context.secrets.add(secret)
    return success.value
  }
  const nearestForm = attempts.toSorted((a, b) => a.problems.length - b.problems.length)[0]
  if (!nearestForm) {
    return report(context, place, `It cannot be ${describeNode(target)}.`, expectation(schema))
  }
  context.problems.push(...nearestForm.problems)
  return UNREADABLE
}

interface Attempt {
  readonly value: unknown
  readonly problems: readonly ConfigurationProblem[]
  readonly secrets: readonly string[]
}

function attempt(
  context: ReadContext,
  branch: SchemaView,
  node: ConfigNode,
  place: Place,
  readForm: ReadForm,
): Attempt {
  const problems: ConfigurationProblem[] = []
  const secrets = createSecretValues()
  const value = readForm({ ...context, problems, secrets }, branch, node, place, true)
  return { value, problems, secrets: secrets.list() }
}

/** A form without a description takes that of the whole union, and is as secret as the whole. */
function inherit(schema: SchemaView, branch: SchemaView): SchemaView {
  const description = branch.description ?? schema.description
  const described = description === undefined ? branch : { ...branch, description }
  return schema.secret ? { ...described, secret: true } : described
}

/** A mapping like `{ env: NAME }` is a reference, unless one of the forms has such a key. */
function isMeantAsReference(branches: readonly SchemaView[], node: ConfigNode): boolean {
  if (node.kind !== 'map') return false
  const reference = referenceOf(node)
  return reference !== undefined && !branches.some((branch) => branch.properties?.[reference.kind])
}

/** False when a constant of this form (`type: smpp`, for example) shows that the node means another form. */
function discriminates(branch: SchemaView, node: ConfigNode): boolean {
  if (node.kind !== 'map' || !branch.properties) return true
  return Object.entries(branch.properties).every(([key, property]) => {
    const written = (node as ConfigMap).entries.get(key)
    if (property.const === undefined || written?.kind !== 'scalar') return true
    return String(property.const) === (written.text ?? String(written.value))
  })
}
