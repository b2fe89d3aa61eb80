import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type OwnSchema, readOwnSchema } from '../../src/tables/own-schema.ts'

/** The migrations of a package, in files: each text is a migration, numbered from 1. */
export async function migrationsOf(t: TestContext, texts: readonly string[]): Promise<URL> {
  const path = await mkdtemp(join(tmpdir(), 'heliograph-tables-'))
  t.after(() => rm(path, { recursive: true }))
  for (const [index, text] of texts.entries())
    await writeFile(join(path, `${String(index + 1).padStart(6, '0')}_step.sql`), text)
  return pathToFileURL(`${path}/`)
}

/** An instance with such migrations. */
export async function ownSchema(
  t: TestContext,
  instance: string,
  texts: readonly string[],
  packageId = 'loyalty',
): Promise<OwnSchema> {
  return readOwnSchema(instance, packageId, await migrationsOf(t, texts))
}
