import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The files of a package by path, `package.json` without its name and version. */
interface PackageFiles {
  readonly manifest?: object
  readonly 'index.js'?: string
}

/** Writes packages of other authors into a folder's `node_modules`, as npm would put them there. */
export async function writePackages(folder: string, packages: Readonly<Record<string, PackageFiles>>): Promise<void> {
  for (const [name, { manifest, 'index.js': source }] of Object.entries(packages)) {
    const home = join(folder, 'node_modules', name)
    await mkdir(home, { recursive: true })
    const base = { name, version: '1.2.3', type: 'module', exports: './index.js' }
    await writeFile(join(home, 'package.json'), JSON.stringify({ ...base, ...manifest }))
    if (source !== undefined) await writeFile(join(home, 'index.js'), source)
  }
}

/** Has packages in a folder find a package of ours where the gateway has it. */
export async function linkOurs(folder: string, gateway: string, name: string): Promise<void> {
  const link = join(folder, 'node_modules', name)
  await mkdir(dirname(link), { recursive: true })
  await symlink(join(gateway, 'node_modules', name), link)
}

/** The source of an adapter: `changes` go into the module, `parts` into what its factory returns. */
export function adapterSource(changes = '', parts = ''): string {
  return `export default {
  kind: 'adapter', apiVersion: 1, id: 'acme', version: '1.2.3', deps: {},
  configSchema: { type: 'object', properties: {}, additionalProperties: false },
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  create: () => ({
    routes: [{ method: 'GET', path: '/acme', handler: () => ({ status: 200, body: 'well' }) }],
    formatError: ({ category, code }) => ({ status: category === 'internal' ? 500 : 503, body: 'acme: ' + code }),
    ${parts}
  }),
  ${changes}
}
`
}
