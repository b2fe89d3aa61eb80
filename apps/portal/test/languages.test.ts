import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertShows } from './support/assert-shows.ts'
import { untilLoaded } from './support/pages.ts'
import { portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

const portal = portalForFile({}, seed)

test('the language is chosen before the login, and changed in the account', async () => {
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
      loaded.some((name) => /[/]assets[/](?:first|others)-.{8}\.js$/.test(name)),
      isLoaded,
      loaded.join('\n'),
    )
  })

for (const locale of ['fa-IR', 'bn-BD', 'ar-EG'])
  test(`digits are those of phone numbers for ${locale}`, async () => {
    const page = await portal.logInAs('admin', '/contacts', { locale })
    await untilLoaded(page)
    const text = await page.locator('main').textContent()
    assert.deepEqual(text?.match(/[^\P{Nd}0-9]/gu), null, text ?? '')
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
