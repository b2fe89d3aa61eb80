import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  ChannelChange,
  ClientChange,
  NewChannel,
  NewClient,
  NewKey,
  NewUser,
  UserChange,
} from '@heliograph/contracts'
import type { FieldWords } from '../src/api/field-name.ts'
import { readTexts } from '../src/language/read-texts.ts'
import { type AuditWords, auditDetail } from '../src/pages/account/audit-detail.ts'
import { writtenTexts } from './support/text-files.ts'

const { names, values } = readTexts<AuditWords>(writtenTexts('de', 'audit-details'), 'de')
const fieldNames = readTexts<FieldWords>(writtenTexts('de', 'field-names'), 'de')
const GERMAN: AuditWords = {
  names: { ...fieldNames.names, ...names },
  values,
  colon: ': ',
  list: (words) => words.join(', '),
  dateTime: (moment) => `am ${moment.slice(0, 10)}`,
}

interface Row {
  readonly name: string
  readonly detail: Readonly<Record<string, string>>
  readonly shown: readonly string[]
}

const ROWS: readonly Row[] = [
  { name: 'a field by its name', detail: { rateLimit: '600' }, shown: ['Anfragen pro Minute: 600'] },
  {
    name: 'a value of the API in words',
    detail: { role: 'admin', enabled: 'false' },
    shown: ['Rolle: Administrator', 'Aktiviert: nein'],
  },
  {
    name: 'a moment as the viewer writes it',
    detail: { expiresAt: '2026-12-31T22:00:00.000Z' },
    shown: ['Ablauf: am 2026-12-31'],
  },
  { name: 'what was cleared', detail: { country: '' }, shown: ['Land: –'] },
  {
    name: 'the changed settings of a channel',
    detail: { fields: 'optOutUrl, autoResponse' },
    shown: ['Geändert: URL für Abmeldungen, Automatische Antwort'],
  },
  {
    name: 'what a plugin noted as it is',
    detail: { ofPlugin: 'link', toString: 'x' },
    shown: ['ofPlugin: link', 'toString: x'],
  },
]

for (const { name, detail, shown } of ROWS)
  test(`the audit log shows ${name}`, () => {
    assert.deepEqual(auditDetail(detail, GERMAN), shown)
  })

type Noted = NewClient & ClientChange & NewUser & UserChange & NewKey & NewChannel & ChannelChange

/** Every field of a change that is noted: one more is a type error here. */
const NOTED: Readonly<Record<Exclude<keyof Noted, 'clientId' | 'userId' | 'password' | 'withKey'>, true>> = {
  addCredit: true,
  autoResponse: true,
  blacklistResponse: true,
  channelId: true,
  country: true,
  credit: true,
  creditNote: true,
  currency: true,
  dlrUrl: true,
  email: true,
  enabled: true,
  expiresAt: true,
  forwardEmail: true,
  forwardMobile: true,
  incomingHandler: true,
  incomingUrl: true,
  isDefault: true,
  keywordMatch: true,
  name: true,
  number: true,
  optInLinkBase: true,
  optInUrl: true,
  optOutLinkBase: true,
  optOutUrl: true,
  outgoingNumber: true,
  price: true,
  priority: true,
  rateLimit: true,
  retentionDays: true,
  role: true,
  scope: true,
  sender: true,
  whitelistResponse: true,
}

/** What is noted of other acts. */
const OTHERS = ['address', 'by', 'changes', 'fields', 'ids', 'kind', 'level', 'messages', 'outcome', 'passkeys']
const MORE = ['portal', 'programs', 'reason', 'route', 'since', 'undecided', 'via']

test('every field that is noted has a name', () => {
  const nameless = [...Object.keys(NOTED), ...OTHERS, ...MORE].filter((name) => !Object.hasOwn(GERMAN.names, name))
  assert.deepEqual(nameless, [])
})
