import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { CommonOptions } from '../common-options.ts'
import { createOutput } from '../output.ts'
import { collectSupport } from '../support/collect-support.ts'
import type { Terminal } from '../terminal.ts'
import { collectFindings, openExisting } from './check.ts'

export interface SupportOptions extends CommonOptions {
  readonly out: string
  /** Addresses of nodes; when there are none, the one of the configuration. */
  readonly admin: readonly string[]
}

export async function runSupport(terminal: Terminal, options: SupportOptions): Promise<void> {
  const collected = await collectSupport(options, options.admin, { run: collectFindings, openServer: openExisting })
  const packed = await promisify(gzip)(`${JSON.stringify(collected, null, 2)}\n`)
  await writeFile(options.out, packed, { mode: 0o600, flag: 'wx' })
  const lines = [
    `${options.out} is written (${packed.length} octets). Read it before you give it away: zless ${options.out}`,
  ]
  createOutput(terminal, options.json).result({ file: options.out, octets: packed.length }, lines)
}
