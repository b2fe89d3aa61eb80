/** An adapter is a client interface, a carrier a connection to a mobile network, a plugin anything else. */
export type PackageKind = 'adapter' | 'carrier' | 'plugin'

/** The names of a new package and of the module in it. */
export interface PackageNames {
  /** The part after `adapter-`, `carrier-` or `plugin-`, in kebab-case. */
  readonly id: string
  readonly packageName: string
  /** Name of its folder. */
  readonly folder: string
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/**
 * `acme`, `adapter-acme` and `heliograph-adapter-acme` mean the same module. Throws `Error` when the name is invalid.
 */
export function namesOf(given: string, kind: PackageKind, isInRepository: boolean): PackageNames {
  // regex-bound: a name from the command line; nothing is repeated in it.
  const id = given.replace(new RegExp(`^(heliograph-)?${kind}-`), '')
  if (!ID.test(id))
    throw new Error(`'${given}' is not a valid name: write lower-case letters, digits and hyphens, such as acme.`)
  if (!isInRepository) return { id, packageName: `heliograph-${kind}-${id}`, folder: given }
  return {
    id,
    packageName: kind === 'plugin' ? `@heliograph/${id}` : `@heliograph/${kind}-${id}`,
    folder: kind === 'carrier' ? `carrier-${id}` : id,
  }
}
