import { describe, it } from 'node:test'
import { renderConfigTable } from '@heliograph/config'
import { checkGeneratedBlocks } from '@heliograph/testkit'
import { engineSections } from '../src/index.ts'

describe('README', () => {
  it('lists every key of the configuration', async () => {
    const tables = Object.entries(engineSections).map(
      ([name, schema]) => `### \`${name}\`\n\n${renderConfigTable(schema, name)}`,
    )
    await checkGeneratedBlocks(new URL('../README.md', import.meta.url), { config: tables.join('\n\n') })
  })
})
