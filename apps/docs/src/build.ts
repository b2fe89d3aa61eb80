// Builds the site: the pages of the packages, put together, and VitePress over them. Nothing is asked of the network.
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { findDeadLinks } from './dead-links.ts'
import { DOCS_FILES } from './index.ts'
import { BASE, SOURCE } from './places.ts'
import { writePages } from './write-pages.ts'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

await writePages(pathOf('../../..'), pathOf(`../${SOURCE}`))
await build(pathOf('..'))
const dead = await findDeadLinks(fileURLToPath(DOCS_FILES), BASE)
if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`)
