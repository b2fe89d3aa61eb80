import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ConfigurationError } from '@heliograph/config'
import type { TProperties } from 'typebox'
import { type Configuration, type LoadOptions, loadConfiguration } from '../src/index.ts'

/** A configuration file of a test and what comes with it. */
export interface Written {
  readonly yaml?: string | undefined
  readonly overrides?: readonly string[] | undefined
  readonly env?: LoadOptions<TProperties>['env'] | undefined
  readonly sections?: TProperties | undefined
  /** Further files in the same folder, by name. */
  readonly files?: Readonly<Record<string, string>> | undefined
}

/** Writes the files into a folder of their own and loads `gateway.yaml` from there. */
export async function load(context: TestContext, written: Written): Promise<Configuration<TProperties>> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-configuration-'))
  context.after(() => rm(folder, { recursive: true }))
  const files = { ...written.files, ...(written.yaml !== undefined && { 'gateway.yaml': written.yaml }) }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return loadConfiguration({
    file: written.yaml === undefined ? undefined : join(folder, 'gateway.yaml'),
    overrides: written.overrides,
    env: written.env ?? {},
    sections: written.sections ?? {},
  })
}

/** The `ConfigurationError` that loading or planning ends with; fails when there is none. */
export async function configurationError(run: () => unknown): Promise<ConfigurationError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
  throw new Error('There was no ConfigurationError')
}

/** A problem as one short line, so that a table can say what it expects: `gateway.yaml:2 http.port=99999 | message | remedy`. */
export function summaries(error: ConfigurationError): string[] {
  return error.problems.map(({ file, line, path, value, message, remedy }) => {
    const place = `${file.split('/').at(-1)}${line === undefined ? '' : `:${line}`}`
    const shown = value === undefined ? '' : `=${JSON.stringify(value)}`
    return [`${place} ${path}${shown}`, message, remedy].join(' | ')
  })
}
