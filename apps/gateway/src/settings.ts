import { engineSections } from '@heliograph/engine/settings'
import { type Configuration, loadConfiguration } from '@heliograph/runtime'
import type { CommonOptions } from './common-options.ts'
import { type DataDir, openDataDir } from './data-dir.ts'
import { findInstallation } from './installation.ts'
import { knownSecrets } from './known-secrets.ts'

export type GatewayConfiguration = Configuration<typeof engineSections>

/** The settings of a command, before anything is opened. */
export interface Settings {
  readonly configuration: GatewayConfiguration
  /** Path of the configuration file, as given. */
  readonly file: string
  /** True when no configuration was given, so that the demo's applies. */
  readonly isDemo: boolean
  readonly dataDir: DataDir
}

/** Reads the configuration that a command names, else the demo's. Throws `ConfigurationError` with all problems. */
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
