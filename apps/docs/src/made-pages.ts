import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeApi } from '@heliograph/adapter-portal-api'
import { describeInterface } from '@heliograph/adapter-v2'
import { openApiMarkdown } from './openapi-markdown.ts'

const URL_OF_DEMO = 'http://127.0.0.1:8080'

/** Pages that are made from code and other pages, and how; each takes the root of the repository. */
const MADE = {
  'openapi-v2': () =>
    openApiMarkdown(
      describeInterface({ title: 'Version 2', version: '2', publicUrl: URL_OF_DEMO, takesTokens: true }),
      '/sms/2/openapi.json',
    ),
  'openapi-portal': () => openApiMarkdown(describeApi('/portal/api/2', URL_OF_DEMO), '/portal/api/2/openapi.json'),
  errors: errorCodes,
} satisfies Record<string, (root: string) => string | Promise<string>>

/** The name of a page that is made. */
export type MadePage = keyof typeof MADE

/** The text of a page that is made, without its title. */
export async function makePage(name: MadePage, root: string): Promise<string> {
  return await MADE[name](root)
}

/** The table of the codes that every interface may meet, as the contracts have it. */
async function errorCodes(root: string): Promise<string> {
  const manual = await readFile(join(root, 'core/contracts/README.md'), 'utf8')
  const section = manual.split(/^(?=## )/m).find((text) => text.startsWith('## Error codes\n'))
  if (section === undefined) throw new Error('core/contracts/README.md has no error codes')
  return section.replace(/^## .*\n/, '')
}
