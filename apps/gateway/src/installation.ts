import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from './command-error.ts'

/** The configurations that come with the package. */
export const CONFIGURATIONS = ['demo', 'production', 'cluster'] as const
export type ConfigurationName = (typeof CONFIGURATIONS)[number]

const DATA_FOLDER = '.heliograph'

/** How this copy of the gateway was installed, and what follows from that. */
export interface Installation {
  /** What an operator types to run a command. */
  readonly program: string
  /** Where the documentation is. */
  readonly manual: string
  /** Path of a configuration that comes with the package. */
  configurationFile(name: ConfigurationName): string
  /** The data folder unless `--data-dir` sets another. Throws a `CommandError` for an account without a home folder. */
  dataFolder(): string
}

/** `home`: the folder of this package. Only a checkout contains what is needed to compile. */
export function findInstallation(home: URL = new URL('..', import.meta.url)): Installation {
  return existsSync(new URL('tsconfig.build.json', home)) ? checkout(new URL('../..', home)) : installed(home)
}

function checkout(root: URL): Installation {
  return {
    program: 'npx -y pnpm@12 heliograph',
    manual: 'README.md',
    configurationFile: (name) => fileURLToPath(new URL(`configs/gateway/${name}.yaml`, root)),
    dataFolder: () => fileURLToPath(new URL(DATA_FOLDER, root)),
  }
}

/** Commands may be run in any folder, and all have to act on the same deployment. */
function installed(home: URL): Installation {
  return {
    program: 'heliograph',
    manual: 'https://github.com/heliograph/heliograph#readme',
    configurationFile: (name) => fileURLToPath(new URL(`dist/configurations/${name}.yaml`, home)),
    dataFolder: () => join(homeFolder(), DATA_FOLDER),
  }
}

function homeFolder(): string {
  try {
    return homedir()
  } catch (cause) {
    const message = 'This account has no home folder to keep data in. Say where: --data-dir DIR'
    throw new CommandError('no-data-folder', message, { cause })
  }
}
