import type { ServiceToken } from '@heliograph/contracts'
import * as contracts from '@heliograph/contracts'
import type { ModuleFault } from './module.ts'

/** Which contracts the gateway speaks, and which the packages ask for. */
export interface ContractVersions {
  /** Of the gateway. */
  readonly version: string
  /** The range in the manifest of a package; undefined when it does not say. */
  rangeOf(use: string): string | undefined
}

export const UNVERSIONED: ContractVersions = { version: String(contracts.API_VERSION), rangeOf: () => undefined }

const OWN_PREFIX = 'heliograph.'

const KNOWN_IDS: ReadonlySet<string> = new Set(
  Object.values(contracts).flatMap((value) => {
    const { id } = value as { readonly id?: unknown }
    return typeof id === 'string' ? [id] : []
  }),
)

/** Whether a token is one of the gateway's own services that its contracts do not know: no plugin can provide it. */
export function isOfNewerContracts({ id }: ServiceToken<unknown>): boolean {
  return id.startsWith(OWN_PREFIX) && !KNOWN_IDS.has(id)
}

export function needsNewerGateway(
  { id }: ServiceToken<unknown>,
  use: string,
  { version, rangeOf }: ContractVersions,
): ModuleFault {
  const asked = rangeOf(use) ?? 'any version'
  return {
    message: `It needs a newer gateway: there is no service '${id}' here. The package ${use} asks for contracts ${asked}; this gateway speaks ${version}.`,
    remedy: `Update the gateway, or install a version of ${use} that was written for contracts ${version}.`,
  }
}
