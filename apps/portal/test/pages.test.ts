import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type Theme } from './support/accessibility.ts'
import { goTo } from './support/go-to.ts'
import {
  findBrokenLinks,
  findBrokenNumbers,
  findBrokenTabs,
  findCodeLabels,
  findCutSigns,
  findForeignCommas,
  findLateBeginnings,
  findLowButtons,
  findNarrowText,
  findOverflow,
  findRaggedNumbers,
  findReordered,
  findShortLines,
  findStrayButtons,
  findTallCells,
  findWideTables,
  findWrongCuts,
} from './support/layout.ts'
import { openPage, PAGES, type PageToSee, untilLoaded } from './support/pages.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

/** The most that anyone has paid in advance. */
const MUCH = '98765432.10'

const portal = portalForFile({}, async (started) => {
  await seed(started)
  await started.call('operator', 'POST', `/clients/${started.accounts.clientId}/credit`, { amount: MUCH })
})

/** Pixels: a small phone, a phone, a small laptop or a tablet, a desktop. */
const WIDTHS = [360, 390, 1024, 1440]
const HEIGHT = 900
const FRAMES = 60

/** What can be wrong in every language. */
const FAULTS = [
  findOverflow,
  findTallCells,
  findShortLines,
  findCodeLabels,
  findBrokenLinks,
  findBrokenNumbers,
  findBrokenTabs,
  findLowButtons,
  findRaggedNumbers,
  findStrayButtons,
  findWideTables,
  findWrongCuts,
]

interface Seen {
  readonly language: string
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Those in which axe looks at it: colours are the same in every language. */
  readonly themes: readonly Theme[]
}

const LANGUAGES: readonly Seen[] = [
  { language: 'en', locale: 'en-GB', direction: 'ltr', themes: ['light', 'dark'] },
  { language: 'fr', locale: 'fr-FR', direction: 'ltr', themes: [] },
  { language: 'de', locale: 'de-DE', direction: 'ltr', themes: [] },
  { language: 'ar', locale: 'ar-EG', direction: 'rtl', themes: ['light'] },
]

/** What a text is when a value or a word is missing in it. */
const MISSING = /\b(?:undefined|null|NaN)\b|\[object /

for (const seen of LANGUAGES)
  for (const role of ['nobody', 'admin', 'operator'] as const)
    test(`every page of ${role} in ${seen.language} is whole and accessible, runs ${seen.direction} and fits`, async () => {
      const [first, ...others] = PAGES.filter((each) => each.role === role)
      assert.ok(first)
      const page = await openPage(portal, first, { locale: seen.locale })
      if (role === 'admin') {
        await page.evaluate(showFirstSteps, portal.accounts.users.admin.userId)
        await goTo(page, addressOf(first))
      }
      const found = await problemsOf(page, first, seen)
      for (const each of others) {
        await goTo(page, addressOf(each))
        found.push(...(await problemsOf(page, each, seen)))
      }
      assert.deepEqual(found, [])
    })

function addressOf({ path }: PageToSee): string {
  return typeof path === 'string' ? path : path(portal.accounts)
}

/** A client that has sent as much as the seeded one sees them no longer, unless its user wants to. */
function showFirstSteps(userId: number): void {
  localStorage.setItem(`heliograph.first-steps.${userId}`, JSON.stringify('shown'))
}

async function problemsOf(page: PortalPage, { name }: PageToSee, seen: Seen): Promise<string[]> {
  const { language, direction, themes } = seen
  await untilLoaded(page)
  const { lang, dir, text } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    text: document.getElementById('root')?.textContent ?? '',
  }))
  const found = lang === language && dir === direction ? [] : [`is in ${lang}, ${dir}`]
  if (MISSING.test(text)) found.push(`lacks a text: ${text.match(MISSING)?.[0]}`)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await untilLoaded(page)
    found.push(...(await misfitsOf(page, seen)).map((problem) => `at ${width} px: ${problem}`))
  }
  await assertAccessible(page, themes).catch((error: Error) => found.push(error.message))
  return found.map((problem) => `${name}: ${problem}`)
}

/** What does not fit or cannot be read, once charts have followed a new width, which takes them some frames. */
async function misfitsOf(page: PortalPage, { direction }: Seen): Promise<readonly string[]> {
  // Arabic letters are narrower.
  const finders = [
    ...FAULTS,
    ...(direction === 'ltr' ? [findNarrowText] : [findCutSigns, findForeignCommas, findLateBeginnings, findReordered]),
  ]
  // All in one visit of the page: there are thousands of them.
  const findAll = `[${finders.map((find) => `(${find})()`).join(',')}].flat()`
  let found: readonly string[] = []
  for (let frame = 0; frame < FRAMES; frame += 1) {
    found = await page.evaluate<string[]>(findAll)
    if (found.length === 0) break
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  return found
}
