import type { ConfigMap, ConfigNode, ConfigOrigin } from './config-node.ts'
import { parseYaml } from './parse-yaml.ts'
import { type ConfigPath, formatPath, parsePath } from './path.ts'
import type { ConfigurationProblem } from './problem.ts'

const ORIGIN: ConfigOrigin = { file: '--set' }

/**
 * Applies one `path=value` on top of the file. The value is a YAML scalar or flow; an empty value removes the key.
 * Returns what is wrong.
 */
export function applyOverride(root: ConfigMap, override: string): ConfigurationProblem | undefined {
  const separator = override.indexOf('=')
  const path = separator > 0 ? parsePath(override.slice(0, separator).trim()) : undefined
  if (!path || typeof path[0] !== 'string') {
    // The text is not shown, because a mistyped override may hold a secret.
    return problem([], 'An override is not of the form path=value.', 'Write for example: --set http.port=8080')
  }
  const text = override.slice(separator + 1)
  const parsed = parseYaml(text, ORIGIN.file)
  const value = parsed.problems.length > 0 ? scalar(text, text) : withText(parsed.root, text)
  return place(root, path, value)
}

function withText(node: ConfigNode | undefined, text: string): ConfigNode | undefined {
  if (node === undefined) return undefined
  if (node.kind !== 'scalar') return atOrigin(node)
  // A quoted value means the text between the quotes, even when it looks like a number.
  const quoted = /^\s*["']/.test(text)
  return scalar(node.value, quoted && typeof node.value === 'string' ? node.value : text.trim())
}

function scalar(value: string | number | boolean | null, text: string): ConfigNode {
  return { kind: 'scalar', value, text, origin: ORIGIN }
}

/**
 * Replaces the origins of a flow's values: their line numbers count within the override and would mean nothing to the
 * operator.
 */
function atOrigin(node: ConfigNode): ConfigNode {
  if (node.kind === 'scalar') return { ...node, origin: ORIGIN }
  if (node.kind === 'list') return { ...node, items: node.items.map(atOrigin), origin: ORIGIN }
  const entries = [...node.entries].map(([key, child]) => [key, atOrigin(child)] as const)
  return { ...node, entries: new Map(entries), origin: ORIGIN }
}

function place(root: ConfigMap, path: ConfigPath, value: ConfigNode | undefined): ConfigurationProblem | undefined {
  let parent: ConfigNode = root
  for (const [index, segment] of path.entries()) {
    const last = index === path.length - 1
    if (!accepts(parent, segment)) {
      const container = formatPath(path.slice(0, index))
      return problem(
        path,
        `There is no place for it: ${container} has other content.`,
        `Override ${container} as a whole.`,
      )
    }
    const present = child(parent, segment)
    if (last) put(parent, segment, value)
    else if (present === undefined || isNothing(present)) {
      const created: ConfigNode = { kind: 'map', entries: new Map(), origin: ORIGIN }
      put(parent, segment, created)
      parent = created
    } else parent = present
  }
  return undefined
}

function accepts(parent: ConfigNode, segment: string | number): boolean {
  if (parent.kind === 'map') return true
  return parent.kind === 'list' && Number.isInteger(Number(segment)) && Number(segment) <= parent.items.length
}

function child(parent: ConfigNode, segment: string | number): ConfigNode | undefined {
  if (parent.kind === 'map') return parent.entries.get(String(segment))
  return parent.kind === 'list' ? parent.items[Number(segment)] : undefined
}

function put(parent: ConfigNode, segment: string | number, value: ConfigNode | undefined): void {
  if (parent.kind === 'map') {
    if (value === undefined) parent.entries.delete(String(segment))
    else parent.entries.set(String(segment), value)
  } else if (parent.kind === 'list') {
    parent.items.splice(Number(segment), 1, ...(value === undefined ? [] : [value]))
  }
}

function isNothing(node: ConfigNode): boolean {
  return node.kind === 'scalar' && node.value === null
}

function problem(path: ConfigPath, message: string, remedy: string): ConfigurationProblem {
  return { ...ORIGIN, path: formatPath(path), message, remedy }
}
