import { access } from 'node:fs/promises'
import { API_VERSION, type CheckFinding, defineAdapter, type Health } from '@heliograph/contracts'
import { errorPages, readStaticFiles, type StaticFile } from '@heliograph/wire'
import { configSchema } from './config.ts'
import { BASE, createRoutes, INDEX } from './routes.ts'

const NOT_BUILT = 'the documentation has not been built'
const REMEDY = 'run `pnpm --filter @heliograph/docs build`, or install the package from a registry, which has it'

/** The adapter that serves the documentation in a folder; the URL has a slash at its end. */
export function createDocsWeb(folder: URL) {
  return defineAdapter({
    apiVersion: API_VERSION,
    id: 'docs-web',
    version: '0.1.0',
    configSchema,
    capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
    deps: {},
    create({ brand, logger }) {
      let isBuilt = false
      let files: ReadonlyMap<string, StaticFile> | undefined
      /** Read when it is first asked for: on most nodes it never is. What has not been built yet may be built later. */
      const read = async () => {
        if (files !== undefined) return files
        const found = await readStaticFiles(folder)
        isBuilt = found.has(INDEX)
        if (isBuilt) files = found
        return found
      }
      return {
        routes: createRoutes(read),
        formatError: errorPages(brand.name, { path: BASE, text: 'To the documentation' }),
        async start() {
          isBuilt = await isIn(folder)
          if (!isBuilt) logger.warn({ folder: folder.pathname }, `${NOT_BUILT}: ${REMEDY}`)
        },
        health(): Health {
          return isBuilt ? { status: 'ok' } : { status: 'degraded', reason: NOT_BUILT }
        },
        async check(): Promise<readonly CheckFinding[]> {
          if (await isIn(folder)) return [{ name: 'pages', ok: true, message: 'built' }]
          return [{ name: 'pages', ok: false, message: NOT_BUILT, remedy: REMEDY }]
        },
      }
    },
  })
}

function isIn(folder: URL): Promise<boolean> {
  return access(new URL(INDEX, folder)).then(
    () => true,
    () => false,
  )
}
