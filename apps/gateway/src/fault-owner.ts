import { fileURLToPath } from 'node:url'

/** An instance as the configuration names it. */
export interface NamedInstance {
  readonly id: string
  readonly use: string
}

/**
 * The instances whose package threw an error: those of the first line of the stack that lies in the folder of a loaded package (`folders`, by the name it was
 * loaded under). Several when a package has several instances, none when the stack leads to no package.
 */
export function findFaultOwners(
  thrown: unknown,
  instances: readonly NamedInstance[],
  folders: ReadonlyMap<string, string>,
): readonly string[] {
  for (const file of filesOf(thrown)) {
    const folder = longest([...folders.values()].filter((candidate) => file.startsWith(candidate)))
    if (folder !== undefined) return instances.filter(({ use }) => folders.get(use) === folder).map(({ id }) => id)
  }
  return []
}

/** Files of the stack, from where it was thrown outwards. */
function filesOf(thrown: unknown): readonly string[] {
  const stack = thrown instanceof Error ? String(thrown.stack ?? '') : ''
  return stack.split('\n').flatMap((line) => {
    const place = /^\s+at (?:.*\()?(.+?):\d+:\d+\)?$/.exec(line)?.[1]
    if (place === undefined) return []
    return place.startsWith('file://') ? pathOf(place) : [place]
  })
}

/** A module may have been imported with a query, or with something that is no path at all. */
function pathOf(url: string): readonly string[] {
  try {
    return [fileURLToPath(url)]
  } catch {
    return []
  }
}

/** A package may lie inside the folder of another. */
function longest(folders: readonly string[]): string | undefined {
  return folders.toSorted((a, b) => b.length - a.length)[0]
}
