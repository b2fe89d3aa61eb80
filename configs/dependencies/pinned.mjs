import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const GROUPS = ['core', 'adapters', 'plugins', 'apps', 'configs']
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** A version that takes every later minor release, or one that another place decides. */
const OPEN = /^(?:\^|>=|workspace:|catalog:|\*)/

/** `name version` of every package of others that is kept to one version or one minor release, or is patched. */
export function pinnedIn(root) {
  const {
    catalog,
    patchedDependencies = {},
    overrides = {},
  } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))
  const manifests = [join(root, 'package.json'), ...GROUPS.flatMap((group) => manifestsBelow(join(root, group)))]
  const used = manifests.flatMap((file) => {
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}))
  })
  const kept = [...Object.entries(catalog), ...Object.entries(overrides), ...used].filter(
    ([, version]) => !OPEN.test(version),
  )
  const patched = Object.keys(patchedDependencies).map((key) => [key.slice(0, key.lastIndexOf('@')), 'patched'])
  return [...new Set([...kept, ...patched].map(([name, version]) => `${name} ${version}`))].sort()
}

function manifestsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name, 'package.json'))
    .filter((file) => existsSync(file))
}

/** `name version` of every row of the table in the README: | `name` | `version` | why | when it can go |. */
export function pinnedBy(readme) {
  return [...readme.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map((row) => {
    const [, name, version, why, until] = row
    return { pin: `${name} ${version}`, why: why.trim(), until: until.trim() }
  })
}
