import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { describeApi } from '@heliograph/adapter-portal-api'
import { type FieldWords, nameOfField } from '../src/api/field-name.ts'
import { LANGUAGES } from '../src/language/languages.ts'
import { readTexts } from '../src/language/read-texts.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { writtenTexts } from './support/text-files.ts'

const portal = portalForFile()

const REPOSITORY = new URL('../../../', import.meta.url)

/** Codes that services throw to other interfaces, to carriers and to modules, and that no call of the API leads to. */
const ELSEWHERE = new Set([
  'bad-network-id',
  'bad-octets',
  'bad-recipients',
  'bad-secret',
  'bad-segment',
  'bad-speed-limit',
  'bad-state-entry',
  'bad-state-list',
  'bad-blob',
  'bad-content',
  'blob-too-large',
  'blobs-full',
  'bad-subscription',
  'data-not-found',
  'expires-first',
  'follower-not-found',
  'state-changed',
  'state-not-a-number',
  'bad-token-lifetime',
  'not-ended',
  'token-needs-key',
  'token-scope',
  'bad-time',
  'malformed-xml',
  'missing-key',
  'missing-recipients',
  'missing-text',
  'no-number-column',
  'too-many-segments',
  'too-many-sessions',
  'unsafe-xml',
  'xml-too-large',
])

/** Codes that are named after what is wrong: the states of messages that are refused, and the faults of a contact. */
const NAMED = [
  'bad-number',
  'duplicate',
  'no-credit',
  'no-route',
  'opted-out',
  'too-long',
  'refused',
  'bad-email',
  'bad-fields',
  'bad-group',
  'bad-name',
  // What the simulated network says of its phones, which the API passes on.
  'sender-takes-no-answers',
]

const THROWN = /new GatewayError\(\s*'[a-z-]+',\s*'([a-z0-9-]+)'/g

/** The codes in the sources of a package. */
function codesIn(path: string): readonly string[] {
  const folder = new URL(path, REPOSITORY)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(THROWN)].map(([, code = '']) => code),
  )
}

/** The manual for authors lists what services throw; a test of the gateway keeps it whole. */
function codesOfServices(): readonly string[] {
  const manual = readFileSync(new URL('core/contracts/README.md', REPOSITORY), 'utf8')
  const [, section = ''] = manual.split('\n## Error codes\n')
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, code = '']) => code)
}

for (const language of Object.keys(LANGUAGES))
  test(`every code that the API can answer has its sentence: ${language}`, () => {
    const codes = Object.keys(writtenTexts(language, 'problem-codes'))
    const services = codesOfServices()
    assert.ok(services.length > 90)
    const all = [...services, ...codesIn('adapters/portal-api/src/'), ...NAMED]
    const expected = new Set(all.filter((code) => !ELSEWHERE.has(code)))
    assert.deepEqual(codes.toSorted(), [...expected].toSorted())
  })

const clientPath = () => `/clients/${portal.accounts.clientId}`

async function write(page: PortalPage): Promise<void> {
  await page.locator('textarea[name=recipients]').fill('082 111 0001')
  await page.locator('textarea[name=text]').fill('Hello')
}

describe('without credit', () => {
  before(() => portal.call('operator', 'POST', `${clientPath()}/credit`, { amount: '-1000' }))
  after(() => portal.call('operator', 'POST', `${clientPath()}/credit`, { amount: '1000' }))

  test('a user reads what is missing, and the balance beside the price', async () => {
    const page = await portal.logInAs('user', '/send')
    page.watched.expectConsole(/status of 403/)
    await write(page)
    await page
      .getByRole('region', { name: 'Summary' })
      .getByText(/^Balance: .*0\.00$/)
      .waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('The credit does not suffice. Nothing was sent.').waitFor()
    await assertShows(() => page.getByText('Your role does not allow this').count(), 0)
    await alert.getByRole('link', { name: 'See the credit' }).click()
    await page.waitForURL(/\/portal\/?$/)
  })

  test('an operator who acts for the client comes to where credit is added', async () => {
    const page = await portal.logInAs('operator', '/send')
    page.watched.expectConsole(/status of 403/)
    await page.getByRole('combobox', { name: 'Client' }).fill('acme')
    await page.getByRole('option', { name: 'Acme Ltd' }).click()
    await page.getByText('You are acting for Acme Ltd').waitFor()
    await write(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').getByRole('link', { name: 'See the credit' }).click()
    await page.getByRole('button', { name: 'Add credit' }).waitFor()
  })

  test('it is said in French too', async () => {
    const page = await portal.logInAs('user', '/send', { locale: 'fr-FR' })
    page.watched.expectConsole(/status of 403/)
    await write(page)
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.getByRole('alert').getByText('Le crédit ne suffit pas. Rien n’a été envoyé.').waitFor()
  })
})

describe('what is wrong with a field', () => {
  const { FieldFault } = describeApi('', '').components.schemas as unknown as {
    FieldFault: { properties: { code: { enum: readonly string[] } } }
  }

  test('every code has its sentence in every language', () => {
    const english = writtenTexts('en', 'field-faults')
    assert.deepEqual(Object.keys(english).sort(), [...FieldFault.properties.code.enum].sort())
    for (const language of Object.keys(LANGUAGES).filter((each) => each !== 'en'))
      for (const [code, text] of Object.entries(writtenTexts(language, 'field-faults')))
        assert.notEqual(text, english[code])
  })

  for (const [locale, sentence] of [
    ['en-GB', 'must be a phone number in international form'],
    ['fr-FR', 'doit être un numéro de téléphone sous forme internationale'],
    ['de-DE', 'muss eine Telefonnummer in internationaler Form sein'],
    ['ar', 'يجب أن يكون رقم هاتف بالصيغة الدولية'],
  ] as const)
    test(`is said in the language of the page: ${locale}`, async () => {
      const page = await portal.logInAs('operator', '/operator/routing', { locale })
      page.watched.expectConsole(/status of 400/)
      const section = page.locator('section[aria-labelledby=explain]')
      await section.getByRole('textbox').first().fill('not a number')
      await section.getByRole('textbox').first().press('Enter')
      await section.getByText(sentence).waitFor()
    })
})

describe('the name of a field', () => {
  const { entry, names } = readTexts<FieldWords>(writtenTexts('de', 'field-names'), 'de')
  const words = { entry, names, written: (value: string) => `<${value}>` }

  for (const [path, name] of [
    ['sendAt', 'Zeitpunkt'],
    ['recipients.3', 'Empfänger, Eintrag 4'],
    ['messages[0].text', 'Nachrichten, Eintrag 1 › Text'],
    ['rows.3.0', 'Zeilen, Eintrag 4, Eintrag 1'],
    ['columns.town', 'Spalten › <town>'],
    ['7', '<7>'],
    ['constructor', '<constructor>'],
  ] as const)
    test(`${path}: ${name}`, () => assert.equal(nameOfField(path, words), name))

  test('every field of a request that people fill in has one', () => {
    const unnamed = fieldsOfRequests().filter((name) => !Object.hasOwn(names, name))
    assert.deepEqual(unnamed.toSorted(), [...BY_PAGES].toSorted())
  })

  test('is shown in the language of the page, with its place in the list', async () => {
    const page = await portal.logInAs('user', '/send', { locale: 'de-DE' })
    page.watched.expectConsole(/status of 400/)
    await page.locator('textarea[name=recipients]').fill('082 111 0001')
    await page.locator('textarea[name=text]').fill('lang '.repeat(9_000))
    await page.getByRole('button', { name: 'Senden', exact: true }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nachrichten, Eintrag 1 › Text').waitFor()
    await assertShows(() => alert.getByText('messages[').count(), 0)
  })
})

/** What pages fill in by themselves: ids, places in lists, what is switched, parts of a passkey. */
const BY_PAGES: readonly string[] = [
  'alertId',
  'apiKey',
  'attestationObject',
  'authenticatorData',
  'blobId',
  'by',
  'cursor',
  'changedAt',
  'changes',
  'clientDataJSON',
  'clientExtensionResults',
  'direction',
  'endKeys',
  'endpoint',
  'everyClient',
  'folder',
  'id',
  'includesInterfaces',
  'incomingId',
  'instanceId',
  'isAnswering',
  'isDefault',
  'isDone',
  'isMailed',
  'isOn',
  'onlyClosed',
  'others',
  'pageId',
  'passkey',
  'passkeyId',
  'rawId',
  'refused',
  'reportId',
  'response',
  'seed',
  'seenSmsId',
  'sessionId',
  'signature',
  'step',
  'subjectId',
  'templateId',
  'token',
  'topic',
  'type',
  'unread',
  'userHandle',
  'webhookId',
  'withKey',
]

interface Described {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}

/** The names of what requests can have in their body, path and query. */
function fieldsOfRequests(): readonly string[] {
  const { paths, components } = describeApi('', '') as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly components: { readonly schemas: Readonly<Record<string, Described>> }
  }
  const found = new Set<string>()
  function collect({ $ref, properties = {}, items, anyOf = [] }: Described): void {
    if ($ref !== undefined) collect(components.schemas[$ref.split('/').at(-1) as string] ?? {})
    for (const [name, inner] of Object.entries(properties)) {
      found.add(name)
      collect(inner)
    }
    for (const inner of [...anyOf, ...(items === undefined ? [] : [items])]) collect(inner)
  }
  for (const { parameters = [], requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { name, in: place } of parameters) if (place !== 'header') found.add(name)
    for (const { schema } of Object.values(requestBody?.content ?? {})) collect(schema ?? {})
  }
  return [...found]
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Described }>> }
}
