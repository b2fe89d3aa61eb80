import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isGatewayError } from '@heliograph/contracts'
import { placesOf } from '@heliograph/runtime'
import { nearestPackage } from './nearest-package.ts'

/** An instance as the configuration names it. */
export interface NamedInstance {
  readonly id: string
  readonly use: string
}

/**
 * The instances whose package threw an error, found by the first stack line that lies in the folder of a loaded package
 * (`folders`, by the name it was loaded under). Several when a package has several instances, none when the stack leads
 * to no package.
 */
export function findFaultOwners(
  thrown: unknown,
  instances: readonly NamedInstance[],
  folders: ReadonlyMap<string, string>,
): readonly string[] {
  for (const { file } of placesOf(thrown)) {
    const folder = longest([...folders.values()].filter((candidate) => file.startsWith(candidate)))
    if (folder !== undefined) return instances.filter(({ use }) => folders.get(use) === folder).map(({ id }) => id)
  }
  return []
}

/** The packages that serve all instances. */
const OWN_PACKAGES = ['@heliograph/engine', '@heliograph/postgres', '@heliograph/runtime'] as const

/** The folders of the gateway's own code, each with a trailing separator. */
export function ownFolders(): readonly string[] {
  const urls = [import.meta.url, ...OWN_PACKAGES.map((name) => import.meta.resolve(name))]
  return urls.flatMap((url) => {
    const found = nearestPackage(fileURLToPath(url))
    return found === undefined ? [] : [found.folder + sep]
  })
}

/**
 * Whether an error that nothing caught is a fault of the gateway, no matter on whose behalf its code ran: its own code
 * threw it, and the stack leads to no package of an instance (`owners`). A `GatewayError` is meant for the caller.
 */
export function isOwnFault(thrown: unknown, owners: readonly string[], own: readonly string[]): boolean {
  if (owners.length > 0 || isGatewayError(thrown)) return false
  const [innermost] = placesOf(thrown)
  const folder = own.find((each) => innermost?.file.startsWith(each))
  return folder !== undefined && !innermost?.file.slice(folder.length).includes('node_modules')
}

/** The log fields that name these instances. */
export function ownerFields(owners: readonly string[]): object {
  const [instance, ...others] = owners
  if (others.length > 0) return { instances: owners }
  return instance === undefined ? {} : { instance }
}

/** The longest path wins, because a package may lie inside the folder of another. */
function longest(folders: readonly string[]): string | undefined {
  return folders.toSorted((a, b) => b.length - a.length)[0]
}
