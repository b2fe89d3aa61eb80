import { API_VERSION, type CheckFinding, defineAdapter, type Health } from '@heliograph/contracts'
import { errorPages } from '@heliograph/wire'
import { branded } from './branded.ts'
import { configSchema } from './config.ts'
import { type PortalFiles, readPortalFiles } from './portal-files.ts'
import { BASE, createRoutes } from './routes.ts'

/** The result of building the pages. */
export interface PortalBuild {
  /** With a slash at its end. */
  readonly folder: URL
  /** Marks the places in a page where its nonce belongs. */
  readonly noncePlaceholder: string
}

const NOT_BUILT = 'the pages of the portal have not been built'
const REMEDY = 'run `pnpm --filter @heliograph/portal build`, or install the package from a registry, which has them'

/** The adapter that serves the files of a folder. */
export function createPortalWeb({ folder, noncePlaceholder }: PortalBuild) {
  return defineAdapter({
    apiVersion: API_VERSION,
    id: 'portal-web',
    version: '0.1.0',
    configSchema,
    capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
    deps: {},
    create({ brand, logger }, { root }) {
      let files: PortalFiles | undefined
      /** Pages that have not been built yet may be built later. */
      const read = async () => {
        if (files !== undefined) return files
        const built = await readPortalFiles(folder)
        files = built && branded(built, brand)
        return files
      }
      return {
        routes: createRoutes({ files: read, root, noncePlaceholder }),
        formatError: errorPages(brand.name, { path: BASE, text: 'To the portal' }),
        async start() {
          if ((await read()) === undefined) logger.warn({ folder: folder.pathname }, `${NOT_BUILT}: ${REMEDY}`)
        },
        health(): Health {
          return files === undefined ? { status: 'degraded', reason: NOT_BUILT } : { status: 'ok' }
        },
        async check(): Promise<readonly CheckFinding[]> {
          const isBuilt = (await readPortalFiles(folder)) !== undefined
          if (isBuilt) return [{ name: 'pages', ok: true, message: 'built' }]
          return [{ name: 'pages', ok: false, message: NOT_BUILT, remedy: REMEDY }]
        },
      }
    },
  })
}
