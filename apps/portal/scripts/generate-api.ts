/**
 * Writes the types of the API's requests and answers to src/api/schema.ts, which is not committed: the schemas of the
 * endpoints are its source.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { describeApi } from '@heliograph/adapter-portal-api'
import { printTypes } from '@heliograph/openapi-types'

const file = new URL('../src/api/schema.ts', import.meta.url)
const types = await printTypes(describeApi('', ''))
// Not written when nothing has changed, since others may be reading it.
if ((await readFile(file, 'utf8').catch(() => '')) !== types) await writeFile(file, types)
