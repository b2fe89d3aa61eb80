import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import {
  type ConfigurationDocument,
  ConfigurationError,
  type DocumentOptions,
  openConfiguration,
} from '../src/index.ts'

/** A configuration file of a test and what it is read with. */
export interface Written {
  readonly yaml?: string | undefined
  readonly overrides?: readonly string[] | undefined
  readonly env?: DocumentOptions['env'] | undefined
  readonly sections?: TProperties | undefined
  /** Further files in the same folder, by name. */
  readonly files?: Readonly<Record<string, string>> | undefined
}

/** Writes the files into a new folder and returns the options to read `gateway.yaml` from there. */
export async function write(context: TestContext, written: Written): Promise<DocumentOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-configuration-'))
  context.after(() => rm(folder, { recursive: true }))
  const files = { ...written.files, ...(written.yaml !== undefined && { 'gateway.yaml': written.yaml }) }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return {
    file: written.yaml === undefined ? undefined : join(folder, 'gateway.yaml'),
    overrides: written.overrides,
    env: written.env ?? {},
  }
}

const port = Type.Integer({ default: 8080, minimum: 0, maximum: 65535, description: 'Port; 0 takes any free one.' })
const strict = { additionalProperties: false } as const

/** Sections like those of a gateway. */
const SECTIONS = {
  publicUrl: Type.Optional(Type.String()),
  http: Type.Object(
    {
      port,
      host: Type.String({ default: '0.0.0.0', minLength: 1, description: 'Address to listen on.' }),
      server: Type.Enum(['auto', 'uws', 'node'], { default: 'auto' }),
    },
    strict,
  ),
  admin: Type.Object({ port, host: Type.String({ default: '127.0.0.1' }) }, strict),
  log: Type.Object({ level: Type.Enum(['debug', 'info', 'silent'], { default: 'info' }) }, strict),
}

/** The values that were read, with those of the sections that a test adds. */
export interface ReadDocument {
  readonly document: ConfigurationDocument
  readonly values: Readonly<Record<string, Static<TSchema>>>
}

/** Reads a whole document. Throws `ConfigurationError` with everything that is wrong. */
export async function read(context: TestContext, written: Written): Promise<ReadDocument> {
  const document = await openConfiguration(await write(context, written))
  const { value, problems } = document.read(Type.Object({ ...SECTIONS, ...written.sections }, strict))
  const all = [...document.problems, ...problems]
  if (all.length > 0) throw new ConfigurationError(all)
  return { document, values: value as ReadDocument['values'] }
}

/** Returns the `ConfigurationError` that loading or planning fails with; fails when there is none. */
export async function configurationError(run: () => unknown): Promise<ConfigurationError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
  throw new Error('There was no ConfigurationError')
}

/**
 * A problem as one short line, for the expectations in a table: `gateway.yaml:2 http.port=99999 | message | remedy`.
 */
export function summaries(error: ConfigurationError): string[] {
  return error.problems.map(({ file, line, path, value, message, remedy }) => {
    const place = `${file.split('/').at(-1)}${line === undefined ? '' : `:${line}`}`
    const shown = value === undefined ? '' : `=${JSON.stringify(value)}`
    return [`${place} ${path}${shown}`, message, remedy].join(' | ')
  })
}
