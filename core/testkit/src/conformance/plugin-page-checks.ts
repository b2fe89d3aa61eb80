import assert from 'node:assert/strict'
import { findPageFaults } from '@heliograph/config'
import { isGatewayError, type PortalPage, type Principal } from '@heliograph/contracts'
import { createRouter, type InjectedResponse, inject, pageMount, pagePath } from '@heliograph/http'
import type { AnyPluginModule } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertDiscreet } from './discretion.ts'
import { difference } from './match.ts'
import { assertSeen, type PluginPageCase, type PluginTables, withEachCallFailing, withRow } from './plugin-case.ts'
import { createPluginKit, type PluginKit } from './plugin-kit.ts'
import { INSTANCE_ID } from './read-config.ts'

/** Given by the portal itself. */
const BRIDGE = '/portal/bridge.js'

/** How pages must behave: whole with what is theirs, and telling each user what is that user's. */
export function pluginPageChecks(module: AnyPluginModule, options: PluginTables): readonly Check[] {
  const agreement: Check = {
    name: module.capabilities.pages ? 'has pages that the portal can show' : 'has no pages',
    run: () => checkParts(module, options),
  }
  if (!module.capabilities.pages) return [agreement]
  return [
    agreement,
    { name: 'its table calls every endpoint of its pages', run: () => checkTable(module, options) },
    { name: 'its pages are whole, and name nothing of others', run: () => checkFiles(module, options) },
    ...(options.pages ?? []).flatMap((row) => rowChecks(module, options, row)),
  ]
}

async function pagesOf(module: AnyPluginModule, options: PluginTables): Promise<readonly PortalPage[]> {
  return (await createPluginKit(module, options)).plugin.pages ?? []
}

async function checkParts(module: AnyPluginModule, options: PluginTables): Promise<void> {
  const { pages = false } = module.capabilities
  const declared = await pagesOf(module, options)
  assert.equal(declared.length > 0, pages, 'pages and the capability pages disagree')
  assert.deepEqual(findPageFaults(declared), [], 'pages that the host refuses')
}

async function checkTable(module: AnyPluginModule, { pages: rows = [], ...options }: PluginTables): Promise<void> {
  const bare = (await pagesOf(module, options)).flatMap(({ id, endpoints = [] }) =>
    endpoints.filter(({ name }) => !rows.some(({ page, endpoint }) => page === id && endpoint === name)),
  )
  assert.deepEqual(
    bare.map(({ name }) => name),
    [],
    'endpoints that no row of `pages` calls',
  )
}

/** Every page is HTML, and all that it names is there. */
async function checkFiles(module: AnyPluginModule, options: PluginTables): Promise<void> {
  const kit = await createPluginKit(module, options)
  const pages = kit.plugin.pages ?? []
  const mount = pageMount(INSTANCE_ID, pages)
  assert.ok(mount)
  const router = createRouter([mount], { logger: kit.log })
  for (const { id } of pages) {
    const folder = pagePath(INSTANCE_ID, id)
    const ask = (path: string) => inject(router, { method: 'GET', url: path })
    const html = await ask(folder)
    assertHtml(id, html)
    for (const named of namesIn(html.text)) {
      const { pathname, origin } = new URL(named, `http://portal.invalid${folder}`)
      assert.equal(origin, 'http://portal.invalid', `the page '${id}' names another server: ${named}`)
      if (pathname === BRIDGE) continue
      assert.ok(pathname.startsWith(folder), `the page '${id}' names what is not its own: ${named}`)
      assert.equal((await ask(pathname)).status, 200, `the page '${id}' names a file that is not there: ${named}`)
    }
    assertDiscreet(module, kit, [], html.text)
  }
}

function assertHtml(id: string, { status, headers, text }: InjectedResponse): void {
  assert.equal(status, 200, `the page '${id}' is answered with ${status}`)
  assert.match(String(headers['content-type']), /^text\/html/, `the page '${id}' is not HTML`)
  const inline = tagsIn(text).find((tag) => /^<script\b/i.test(tag) && !/\ssrc\s*=/i.test(tag)) ?? handlerIn(text)
  assert.equal(inline, undefined, `the page '${id}' has a script of its own, which browsers refuse here: ${inline}`)
}

function tagsIn(html: string): readonly string[] {
  return html.match(/<[a-z][^<>]*>/gi) ?? []
}

function handlerIn(html: string): string | undefined {
  return tagsIn(html).find((tag) => /\son[a-z]{1,30}\s*=/i.test(tag))
}

/** What an HTML text names by `src` and `href`, except places in itself. */
function namesIn(html: string): readonly string[] {
  const found = [...html.matchAll(/\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)]
  return found
    .map(([, ...values]) => values.find((value) => value !== undefined) ?? '')
    .filter((name) => !name.startsWith('#'))
}

function rowChecks(module: AnyPluginModule, options: PluginTables, row: PluginPageCase): readonly Check[] {
  const { name, page, endpoint, input = {} } = row
  const check = (what: string, work: (kit: PluginKit) => Promise<void>): Check => ({
    name: `${what}${name}`,
    run: () => withRow(module, options, row, work),
  })
  const call = (kit: PluginKit, principal: Principal) =>
    kit.callPage(page, endpoint, input, { ...principal, role: roleOf(kit, row) })
  return [
    check('', async (kit) => {
      const answer = await call(kit, kit.account.principal)
      const problem = difference(answer, row.answer, 'the answer')
      if (problem) assert.fail(problem)
      assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer, 'the answer is no JSON')
      assertDiscreet(module, kit, [], JSON.stringify(answer))
      await checkEffect(kit, row, 'afterwards')
    }),
    ...(row.isShared
      ? []
      : [
          check('tells users of another client nothing of this: ', async (kit) => {
            const reported = await call(kit, kit.stranger.principal).catch(refused)
            const isTheSame = difference(reported, row.answer, '') === undefined
            assert.ok(!isTheSame, 'a stranger is told the same; `isShared: true` if it is for all clients')
          }),
        ]),
    check('refuses an input that nothing is known of: ', async (kit) => {
      const principal = { ...kit.account.principal, role: roleOf(kit, row) }
      const refusal = await kit.callPage(page, endpoint, { ...input, 'no-such-field': 1 }, principal).catch(refused)
      assert.equal(refusal, REFUSED, '`additionalProperties: false` is missing in the schema of the input')
    }),
    {
      name: `is no success when a service fails: ${name}`,
      run: () =>
        withEachCallFailing(
          module,
          options,
          row,
          (kit) => call(kit, kit.account.principal).catch(refused),
          async (kit, { isDone, text }, reported) => {
            if (reported === REFUSED || isDone) return
            const problem = difference(reported, row.answer, 'the answer')
            if (problem) assert.fail(`${text}, and ${problem}`)
            await checkEffect(kit, row, `${text}, it is answered, and`)
          },
        ),
    },
  ]
}

/** Stands for the answer of a call that was refused. */
const REFUSED = Symbol('refused')

function refused(error: unknown): typeof REFUSED {
  if (isGatewayError(error)) return REFUSED
  throw error
}

function roleOf({ plugin }: PluginKit, { page, role }: PluginPageCase): Principal['role'] {
  return role ?? plugin.pages?.find(({ id }) => id === page)?.roles[0] ?? 'user'
}

async function checkEffect(kit: PluginKit, { seen, expect }: PluginPageCase, when: string): Promise<void> {
  if (seen) await assertSeen(kit, { seen, expect }, when)
}
