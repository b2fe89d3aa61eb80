import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folders = ['core', 'adapters', 'plugins', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))

for (const folder of folders) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  if (manifest.private) continue
  test(`${manifest.name} is published with a statement of where it was built`, () => {
    assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true })
    // The registry compares this with where the build says that it ran.
    assert.equal(manifest.repository.url, 'git+https://github.com/heliograph/heliograph.git')
    assert.equal(manifest.repository.directory, folder)
  })
}
