import { engineSections } from '@heliograph/engine'
import { type Configuration, loadConfiguration } from '@heliograph/runtime'
import type { CommonOptions } from './common-options.ts'
import { type DataDir, openDataDir } from './data-dir.ts'
import { findInstallation } from './installation.ts'
import { knownSecrets } from './known-secrets.ts'

export type GatewayConfiguration = Configuration<typeof engineSections>

/** What a command works with, before anything is opened. */
export interface Settings {
  readonly configuration: GatewayConfiguration
  /** The file it came from, as given. */
  readonly file: string
  /** No configuration was given, so the demo's holds. */
  readonly isDemo: boolean
  readonly dataDir: DataDir
}

/** Reads the configuration a command names, or the demo's. Throws `ConfigurationError` with everything that is wrong. */
export async function loadSettings(options: CommonOptions): Promise<Settings> {
  const installation = findInstallation()
  const file = options.config ?? installation.configurationFile('demo')
  const configuration = await loadConfiguration({
    file,
    overrides: options.set,
    env: process.env,
    sections: engineSections,
    secrets: knownSecrets,
  })
  const dataDir = openDataDir(options.dataDir ?? installation.dataFolder())
  return { configuration, file, isDemo: options.config === undefined, dataDir }
}
