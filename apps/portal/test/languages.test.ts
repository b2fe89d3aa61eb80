import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { findOverflow } from './support/layout.ts'
import { openPage, PAGES, type PageToSee, untilLoaded } from './support/pages.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

const portal = portalForFile({}, seed)

/** Pixels: a small phone, a small laptop, a desktop. */
const WIDTHS = [360, 1024, 1440]
const HEIGHT = 900
const FRAMES = 60

interface Seen {
  readonly language: string
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly widths: readonly number[]
}

/** English at other widths, and its accessibility, are in tests of their own. */
const LANGUAGES: readonly Seen[] = [
  { language: 'en', locale: 'en-GB', direction: 'ltr', widths: [360] },
  { language: 'fr', locale: 'fr-FR', direction: 'ltr', widths: WIDTHS },
  { language: 'de', locale: 'de-DE', direction: 'ltr', widths: WIDTHS },
  { language: 'ar', locale: 'ar-EG', direction: 'rtl', widths: WIDTHS },
]

/** What a text is when a value or a word is missing in it. */
const MISSING = /\b(?:undefined|null|NaN)\b|\[object /

for (const seen of LANGUAGES)
  for (const role of ['nobody', 'admin', 'operator'] as const)
    test(`every page of ${role} in ${seen.language} is whole, runs ${seen.direction} and fits`, async () => {
      const [first, ...others] = PAGES.filter((each) => each.role === role)
      assert.ok(first)
      const page = await openPage(portal, first, { locale: seen.locale })
      const found = await problemsOf(page, first, seen)
      for (const each of others) {
        const path = typeof each.path === 'string' ? each.path : each.path(portal.accounts)
        await page.goto(`${portal.gateway.url}/portal${path}`)
        found.push(...(await problemsOf(page, each, seen)))
      }
      assert.deepEqual(found, [])
    })

async function problemsOf(page: PortalPage, { name }: PageToSee, seen: Seen): Promise<string[]> {
  const { language, direction, widths } = seen
  await untilLoaded(page)
  const { lang, dir, text } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    text: document.getElementById('root')?.textContent ?? '',
  }))
  const found = lang === language && dir === direction ? [] : [`is in ${lang}, ${dir}`]
  if (MISSING.test(text)) found.push(`lacks a text: ${text.match(MISSING)?.[0]}`)
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    found.push(...(await overflowOf(page)).map((problem) => `at ${width} px: ${problem}`))
  }
  // Colours are the same in every language.
  if (direction === 'rtl') await assertAccessible(page, ['light']).catch((error: Error) => found.push(error.message))
  return found.map((problem) => `${name}: ${problem}`)
}

/** What does not fit, once what follows a new width some frames later has followed it. */
async function overflowOf(page: PortalPage): Promise<readonly string[]> {
  let found: readonly string[] = []
  for (let frame = 0; frame < FRAMES; frame += 1) {
    found = await page.evaluate(findOverflow)
    if (found.length === 0) break
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  return found
}

test('the language is chosen before the log-in, and changed in the account', async () => {
  const page = await portal.logInAs('admin', '/log-in')
  const direction = () => page.evaluate(() => document.documentElement.dir)
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor()
  assert.equal(await direction(), 'rtl')
  await page.goto(`${portal.gateway.url}/portal/account/security`)
  await page.getByRole('heading', { name: 'الأمان' }).waitFor()
  await page.locator('select[name=language]').selectOption('de')
  await page.getByRole('heading', { name: 'Sicherheit' }).waitFor()
  assert.equal(await direction(), 'ltr')
  await page.reload()
  await page.getByRole('heading', { name: 'Sicherheit' }).waitFor()
})

for (const [locale, isLoaded] of [
  ['en-GB', false],
  ['fr-FR', false],
  ['pt-BR', false],
  ['de-AT', true],
  ['ar', true],
] as const)
  test(`the texts in files of their own are ${isLoaded ? '' : 'not '}loaded for ${locale}`, async () => {
    const page = await portal.logInAs('admin', '/', { locale })
    await untilLoaded(page)
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    assert.equal(
      loaded.some((name) => /[/]assets[/](?:first|others)-/.test(name)),
      isLoaded,
      loaded.join('\n'),
    )
  })

test('a note about what was done is in the language of the page', async () => {
  const page = await portal.logInAs('admin', '/contacts/27821234512', { locale: 'ar' })
  await page.getByLabel('الاسم', { exact: true }).fill('Emma')
  await page.getByRole('button', { name: 'حفظ' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'حُفظت جهة الاتصال.' })
  await note.getByRole('button', { name: 'إغلاق' }).waitFor()
})

test('letters typed into a search are no keys of the page; keys of a keyboard without Latin letters are', async () => {
  const page = await portal.logInAs('admin', '/inbox', { locale: 'ar' })
  const search = page.getByPlaceholder('اسم أو رقم أو كلمات')
  await search.pressSequentially('junk')
  await assertShows(() => search.inputValue(), 'junk')
  await search.blur()
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ى', code: 'KeyN', bubbles: true })),
  )
  await page.waitForURL(/\/portal\/send$/)
})
