import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConfigMap, ConfigNode, ConfigScalar } from './config-node.ts'
import { type Place, type ReadContext, report, UNREADABLE } from './read-context.ts'
import { SAVE_AS_UTF8, utf8Text } from './utf8-text.ts'

interface Reference {
  readonly kind: 'env' | 'file'
  readonly name: string
}

/** Recognises `{ env: NAME }` and `{ file: PATH }`. */
export function referenceOf(node: ConfigMap): Reference | undefined {
  const [entry, ...others] = node.entries
  if (!entry || others.length > 0) return undefined
  const [kind, target] = entry
  if ((kind !== 'env' && kind !== 'file') || target.kind !== 'scalar') return undefined
  return { kind, name: target.text ?? String(target.value ?? '') }
}

/**
 * Returns the scalar that a reference points to. Problems show the name in the reference, never the value behind it.
 */
function followReference(
  context: ReadContext,
  place: Place,
  node: ConfigMap,
  reference: Reference,
): ConfigScalar | typeof UNREADABLE {
  const text =
    reference.kind === 'env' ? fromEnvironment(context, place, reference) : fromFile(context, place, reference)
  if (text === UNREADABLE) return UNREADABLE
  return { kind: 'scalar', value: text, text, hidden: true, origin: node.origin }
}

function fromEnvironment(context: ReadContext, place: Place, { name }: Reference): string | typeof UNREADABLE {
  const value = context.env[name]
  if (value !== undefined && value !== '') return value
  const state = value === undefined ? 'is not set' : 'is empty'
  return report(context, place, `The environment variable ${name} ${state}.`, `Set ${name}, or write the value here.`)
}

function fromFile(context: ReadContext, place: Place, { name }: Reference): string | typeof UNREADABLE {
  const path = resolve(context.baseDir, name)
  context.files.add(path)
  try {
    const text = utf8Text(readFileSync(path))
    if (text === undefined) return report(context, place, `The file ${path} is not UTF-8 text.`, SAVE_AS_UTF8)
    // regex-bound: the operator's own file.
    const value = text.replace(/(\r?\n)+$/, '')
    if (value !== '') return value
    return report(context, place, `The file ${path} is empty.`, 'Put the value into it, or write it here.')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    const remedy = 'Paths are relative to the configuration file. Check path and permissions.'
    return report(context, place, `The file ${path} cannot be read (${reason}).`, remedy)
  }
}

/** Treats everything referred to below a node as a secret; for nodes without a schema that would say what is secret. */
export function hideReferences(context: Omit<ReadContext, 'problems' | 'files'>, node: ConfigNode, place: Place): void {
  const reference = node.kind === 'map' ? referenceOf(node) : undefined
  if (reference) {
    const target = followReference({ ...context, problems: [], files: new Set() }, place, node as ConfigMap, reference)
    if (target !== UNREADABLE && target.text !== undefined) context.secrets.add(target.text)
  } else if (node.kind !== 'scalar') {
    const parts = node.kind === 'map' ? [...node.entries.values()] : node.items
    for (const part of parts) hideReferences(context, part, place)
  }
}

/** The node itself, or the scalar it refers to. */
export function dereference(context: ReadContext, place: Place, node: ConfigNode): ConfigNode | typeof UNREADABLE {
  const reference = node.kind === 'map' ? referenceOf(node) : undefined
  return reference ? followReference(context, place, node as ConfigMap, reference) : node
}
