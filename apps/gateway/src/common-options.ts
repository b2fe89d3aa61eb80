import { Command, Option } from 'commander'

/** The options that every command takes. */
export interface CommonOptions {
  /** Path of the configuration file; the demo's when absent. */
  readonly config?: string | undefined
  /** Folder of the embedded Postgres and of generated secrets; the installation's default when absent. */
  readonly dataDir?: string | undefined
  /** Settings as `path=value` that override the file, applied in order. */
  readonly set: readonly string[]
  /** One JSON object instead of text for people. */
  readonly json: boolean
}

/** A command with the options that all commands have. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      new Option('--config <file>', 'configuration file (default: the demo configuration)').env('HELIOGRAPH_CONFIG'),
    )
    .addOption(
      new Option(
        '--data-dir <dir>',
        'folder of the embedded Postgres and of generated secrets (default: .heliograph in the home folder, or in the checkout)',
      ).env('HELIOGRAPH_DATA_DIR'),
    )
    .addOption(
      new Option('--set <path=value>', 'any configuration key, for example http.port=0 (repeatable)')
        .default([], 'none')
        .argParser((value: string, earlier: readonly string[]) => [...earlier, value]),
    )
    .addOption(createJsonOption())
}

export function createJsonOption(): Option {
  return new Option('--json', 'one JSON object on standard output; errors as JSON on standard error').default(false)
}

/** The option that commands have which ask a running gateway. */
export const ADMIN_OPTION = ['--admin <url>', 'its admin address (default: by admin.host and admin.port)'] as const
