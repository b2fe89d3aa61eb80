import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Command, Option } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { createOutput } from '../output.ts'
import { collectSupport } from '../support/collect-support.ts'
import type { Terminal } from '../terminal.ts'
import { collectFindings, openExisting } from './check.ts'

interface SupportOptions extends CommonOptions {
  readonly out: string
  /** Addresses of nodes; when there are none, the one of the configuration. */
  readonly admin: readonly string[]
}

export function createSupportCommand(terminal: Terminal): Command {
  return createCommand(
    'support',
    'Write a file for those who help: versions, configuration, findings and figures, without secrets, texts and numbers.',
  )
    .option('--out <file>', 'the new file, JSON compressed by gzip', 'heliograph-support.json.gz')
    .addOption(
      new Option(
        '--admin <url>',
        'admin address of a node whose metrics are asked for (repeatable; default: by admin.host and admin.port)',
      )
        .default([], 'none')
        .argParser((value: string, earlier: readonly string[]) => [...earlier, value]),
    )
    .action((options: SupportOptions) => runSupport(terminal, options))
}

async function runSupport(terminal: Terminal, options: SupportOptions): Promise<void> {
  const collected = await collectSupport(options, options.admin, { run: collectFindings, openServer: openExisting })
  const packed = await promisify(gzip)(`${JSON.stringify(collected, null, 2)}\n`)
  await writeFile(options.out, packed, { mode: 0o600, flag: 'wx' })
  const lines = [
    `${options.out} is written (${packed.length} octets). Read it before you give it away: zless ${options.out}`,
  ]
  createOutput(terminal, options.json).result({ file: options.out, octets: packed.length }, lines)
}
