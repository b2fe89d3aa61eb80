import type { ConfigDeprecation } from '@heliograph/contracts'
import type { ConfigMap, ConfigNode } from './config-node.ts'
import { type ConfigPath, formatPath, parsePath } from './path.ts'

/**
 * Renames keys that older versions of a module called something else. Changes `root` in place; a value keeps its
 * origin, so problems with it name the line it was written on. Returns one warning for each deprecated key in use.
 */
export function applyDeprecations(
  root: ConfigMap,
  at: ConfigPath,
  deprecations: readonly ConfigDeprecation[],
): readonly string[] {
  return deprecations.flatMap((deprecation) => {
    const from = deprecation.kind === 'renamed' ? deprecation.from : deprecation.path
    const node = take(root, toPath(from))
    if (node === undefined) return []
    const old = `${formatPath([...at, ...toPath(from)])}${place(node)}`
    if (deprecation.kind === 'unused') return [`${old} has no meaning any more and can be removed`]
    const target = formatPath([...at, ...toPath(deprecation.to)])
    if (!put(root, toPath(deprecation.to), node))
      return [`${old} is now called ${target}, which is given too: the old one is ignored`]
    return [`${old} is now called ${target}: please rename it`]
  })
}

function toPath(text: string): readonly string[] {
  return (parsePath(text) ?? [text]).map(String)
}

function place(node: ConfigNode): string {
  const { file, line } = node.origin
  return line === undefined ? ` (${file})` : ` (${file}:${line})`
}

function take(root: ConfigMap, path: readonly string[]): ConfigNode | undefined {
  const key = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<ConfigNode | undefined>(childOf, root)
  if (parent?.kind !== 'map') return undefined
  const node = parent.entries.get(key)
  parent.entries.delete(key)
  return node
}

function childOf(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined
}

function put(root: ConfigMap, path: readonly string[], node: ConfigNode): boolean {
  let parent = root
  for (const key of path.slice(0, -1)) {
    const next = parent.entries.get(key) ?? { kind: 'map', entries: new Map(), origin: node.origin }
    if (next.kind !== 'map') return false
    parent.entries.set(key, next)
    parent = next
  }
  const key = path.at(-1) ?? ''
  if (parent.entries.has(key)) return false
  parent.entries.set(key, node)
  return true
}
