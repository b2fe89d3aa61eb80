import assert from 'node:assert/strict'
import { type AdapterModule, API_VERSION, type PluginModule } from '@heliograph/contracts'
import type { Check } from './check.ts'
import type { PackageFolder } from './package-folder.ts'
import { schemaFields } from './schema-fields.ts'

/** An adapter or a plugin of any configuration and dependencies. */
// biome-ignore lint/suspicious/noExplicitAny: the two parameters only concern `create`, which the kit calls with what the module asks for
export type AnyModule = AdapterModule<any, any> | PluginModule<any, any>

/** Checks of the static data of every module. */
export function moduleChecks(module: AnyModule, folder: PackageFolder): readonly Check[] {
  return [
    {
      name: 'is written for this version of the contract',
      run: () => assert.equal(module.apiVersion, API_VERSION, `apiVersion should be ${API_VERSION}`),
    },
    { name: 'id is kebab-case and the suffix of the package name', run: () => checkId(module, folder) },
    {
      name: 'version is that of package.json',
      run: async () => assert.equal(module.version, (await folder.manifest()).version, 'version'),
    },
    { name: 'every configuration field is described', run: () => checkDescriptions(module) },
    { name: 'configuration objects refuse unknown fields', run: () => checkStrictness(module) },
    { name: 'secrets are texts', run: () => checkSecrets(module) },
    { name: 'deps are service tokens', run: () => checkDeps(module) },
  ]
}

async function checkId(module: AnyModule, folder: PackageFolder): Promise<void> {
  assert.match(module.id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'id should be kebab-case')
  const { name } = await folder.manifest()
  const prefix = module.kind === 'adapter' ? 'adapter-' : ''
  const own = name.slice(name.indexOf('/') + 1)
  assert.ok(
    own === prefix + module.id || own.endsWith(`-${prefix}${module.id}`),
    `package ${name} should end in ${prefix}${module.id}`,
  )
}

function checkDescriptions(module: AnyModule): void {
  const bare = schemaFields(module.configSchema)
    .filter(({ path, schema }) => path.length > 0 && path.at(-1) !== '*' && !schema.description?.trim())
    .map(({ path }) => path.join('.'))
  assert.deepEqual(bare, [], 'fields of configSchema without a description')
}

function checkStrictness(module: AnyModule): void {
  const open = schemaFields(module.configSchema)
    .filter(({ schema }) => schema.properties && schema.additionalProperties !== false)
    .map(({ path }) => path.join('.') || '(the whole)')
  assert.deepEqual(open, [], 'objects of configSchema without additionalProperties: false')
}

function checkSecrets(module: AnyModule): void {
  const odd = schemaFields(module.configSchema)
    .filter(({ schema }) => schema.secret === true && schema.type !== 'string')
    .map(({ path }) => path.join('.'))
  assert.deepEqual(
    odd,
    [],
    'secret fields that are no strings: the host could not take them from the environment or a file',
  )
}

function checkDeps(module: AnyModule): void {
  const odd = Object.entries(module.deps).filter(([, token]) => typeof (token as { id?: unknown }).id !== 'string')
  assert.deepEqual(
    odd.map(([name]) => name),
    [],
    'deps that are not made by defineService',
  )
}
