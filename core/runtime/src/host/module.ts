import { type AdapterModule, API_VERSION, type PluginModule } from '@heliograph/contracts'

/** A package the host can make instances of. */
export type GatewayModule = AdapterModule | PluginModule

/** Why an imported package cannot be used. */
export interface ModuleFault {
  readonly message: string
  readonly remedy: string
}

const KIND = ['adapter', 'plugin']

/** The module that a package exports by default, or what is wrong with it. Runs no code of the package. */
export function readModule(imported: unknown, specifier: string): GatewayModule | ModuleFault {
  const candidate = isRecord(imported) ? imported.default : undefined
  if (isRecord(candidate) && isRecord(candidate.default) && KIND.includes(String(candidate.default.kind))) {
    return fault(
      `${specifier} is a CommonJS module that has its module in exports.default, which Node does not take for the default export.`,
      'Compile it to an ES module ("type": "module" in its package.json), or set module.exports to the module.',
    )
  }
  if (!isRecord(candidate)) {
    return fault(
      `${specifier} has no module as its default export.`,
      'Name a package that exports a defineAdapter or definePlugin module.',
    )
  }
  if (!KIND.includes(String(candidate.kind))) {
    return fault(
      `${specifier} is neither an adapter nor a plugin.`,
      'Name a package whose default export was made by defineAdapter or definePlugin.',
    )
  }
  if (candidate.apiVersion !== API_VERSION) return versionFault(candidate, specifier)
  const missing = PARTS.filter(({ key, fits }) => !fits(candidate[key])).map(({ key }) => key)
  if (missing.length > 0) {
    const name = `${candidate.kind} of ${specifier}`
    return fault(
      `The ${name} is incomplete: ${missing.join(', ')}.`,
      'This is a bug in the package: report it to its author.',
    )
  }
  return candidate as unknown as GatewayModule
}

/** Tells the two results of `readModule` apart. */
export function isModuleFault(result: GatewayModule | ModuleFault): result is ModuleFault {
  return !('kind' in result)
}

const PARTS: readonly { readonly key: string; readonly fits: (value: unknown) => boolean }[] = [
  { key: 'id', fits: (value) => typeof value === 'string' && value !== '' },
  { key: 'version', fits: (value) => typeof value === 'string' },
  { key: 'configSchema', fits: (value) => isRecord(value) && value.type === 'object' },
  { key: 'capabilities', fits: isRecord },
  { key: 'deps', fits: (value) => isRecord(value) && Object.values(value).every(isToken) },
  { key: 'create', fits: (value) => typeof value === 'function' },
]

function isToken(value: unknown): boolean {
  return isRecord(value) && typeof value.id === 'string'
}

function versionFault(candidate: Record<string, unknown>, specifier: string): ModuleFault {
  const { kind, id, version, apiVersion } = candidate
  const message = `The ${kind} '${id}' ${version} is written for contract ${apiVersion}; this gateway speaks ${API_VERSION}.`
  const newer = Number(apiVersion) > API_VERSION
  const other = newer ? `update the gateway to one that speaks ${apiVersion}` : 'ask its author for one'
  return fault(message, `Install a version of ${specifier} for contract ${API_VERSION}, or ${other}.`)
}

function fault(message: string, remedy: string): ModuleFault {
  return { message, remedy }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
