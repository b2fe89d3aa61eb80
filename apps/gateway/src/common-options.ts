import { Command, Option } from 'commander'

/** What every command takes. */
export interface CommonOptions {
  /** Configuration file; the demo's when absent. */
  readonly config?: string | undefined
  /** Folder of the embedded Postgres and of generated secrets; that of the installation when absent. */
  readonly dataDir?: string | undefined
  /** `path=value` on top of the file, in order. */
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
