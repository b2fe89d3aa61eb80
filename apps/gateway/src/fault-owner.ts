import { placesOf } from '@heliograph/runtime'

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
