import { fileURLToPath } from 'node:url'
import { ModuleLoadError } from '@heliograph/runtime'
import { type InstalledPackage, type Manifest, nearestPackage } from './nearest-package.ts'
import { isInRange } from './version-range.ts'

const CONTRACTS = '@heliograph/contracts'

/** The version of the contracts that this gateway speaks. */
export function readContractsVersion(): string {
  const found = nearestPackage(fileURLToPath(import.meta.resolve(CONTRACTS)))
  return String(found?.manifest.version)
}

/** The versions of the contracts that a package asks for in its manifest; undefined when it does not say. */
export function contractsRangeOf({ peerDependencies, dependencies }: Manifest): string | undefined {
  for (const list of [peerDependencies, dependencies] as readonly unknown[]) {
    const range = typeof list === 'object' && list !== null ? (list as Record<string, unknown>)[CONTRACTS] : undefined
    if (typeof range === 'string') return range
  }
  return undefined
}

/** Throws `ModuleLoadError` for a package that asks for other contracts than this gateway speaks. */
export function refuseOtherContracts(owner: InstalledPackage | undefined, version: string): void {
  const range = owner && contractsRangeOf(owner.manifest)
  if (owner === undefined || range === undefined || isInRange(version, range)) return
  const name = `The package ${owner.name} ${owner.manifest.version ?? ''}`.trimEnd()
  throw new ModuleLoadError(
    `${name} needs ${CONTRACTS} ${range}; this gateway speaks ${version}. No code of it was run.`,
    `Update the gateway to one that speaks ${range}, or install a version of ${owner.name} for ${version}.`,
    undefined,
  )
}
