import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContactDraft, ContactRecord, Contacts, Principal, SaveOutcome } from '@heliograph/contracts'
import { exportContacts, guessColumns, type ImportStep, importContacts, importRows } from '../src/index.ts'
import { collect } from './collect.ts'

const PRINCIPAL = { clientId: 1001 } as Principal
const MOBILE = '27820000001'

/** Accepts every draft except those whose number begins with `x`. */
function notingContacts() {
  const drafts: ContactDraft[] = []
  const contacts: Pick<Contacts, 'save'> = {
    async save(_, given) {
      drafts.push(...given)
      return given.map(
        ({ mobile }): SaveOutcome =>
          mobile.startsWith('x')
            ? { mobile, result: 'refused', problem: { code: 'bad-number', text: 'no number' } }
            : { mobile, result: 'added' },
      )
    },
  }
  return { contacts, drafts }
}

async function importText(text: string) {
  const { contacts, drafts } = notingContacts()
  async function* source() {
    yield Buffer.from(text)
  }
  const steps: ImportStep[] = await collect(importContacts(contacts, PRINCIPAL, source()))
  // Undefined fields of a draft are left out, to keep the rows short.
  const said = drafts.map((draft) =>
    Object.fromEntries(
      Object.entries(draft).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
    ),
  )
  return { steps, drafts: said }
}

const LISTS: readonly (readonly [name: string, text: string, drafts: readonly object[]])[] = [
  ['a column alone', `Mobile\n${MOBILE}`, [{ mobile: MOBILE }]],
  ['no header', `${MOBILE},Thandi\n082 000 0002`, [{ mobile: MOBILE, name: 'Thandi' }, { mobile: '082 000 0002' }]],
  ['nothing but a header', 'mobile,name\n', []],
  ['nothing', '', []],
  [
    'French names, semicolons',
    'Nom;Prénom;Téléphone;Courriel\nNkosi;Thandi;+27820000001;t@example.com',
    [{ mobile: '+27820000001', name: 'Thandi Nkosi', email: 't@example.com' }],
  ],
  [
    'first and last name',
    `First Name,Last Name,Cell-Phone\nThandi,Nkosi,${MOBILE}\n,Moyo,${MOBILE}`,
    [
      { mobile: MOBILE, name: 'Thandi Nkosi' },
      { mobile: MOBILE, name: 'Moyo' },
    ],
  ],
  ['the best of several numbers', `Phone,Mobile\n1,${MOBILE}`, [{ mobile: MOBILE, fields: { Phone: '1' } }]],
  [
    'further columns',
    `MSISDN,City,,Plan\n${MOBILE},Durban,x,\n${MOBILE},,,`,
    [{ mobile: MOBILE, fields: { City: 'Durban' } }, { mobile: MOBILE }],
  ],
  [
    'groups and status',
    `mobile,groups,status\n${MOBILE},Staff; Choir;,0\n${MOBILE},,Opted in\n${MOBILE},,UNSUBSCRIBED`,
    [
      { mobile: MOBILE, groups: ['Staff', ' Choir'], status: 'opted-out' },
      { mobile: MOBILE, status: 'opted-in' },
      { mobile: MOBILE, status: 'opted-out' },
    ],
  ],
  [
    'what an export has',
    `mobile,name,status,status_description,status_changed_at,fields\n${MOBILE},'=x,,OPTED,2026,"{""a"":""b""}"`,
    [{ mobile: MOBILE, name: '=x', fields: { a: 'b' } }],
  ],
  ['an apostrophe that keeps a nought', "mobile\n'0820000001", [{ mobile: '0820000001' }]],
  ['a short row', `name,mobile,email\nx,${MOBILE}`, [{ mobile: MOBILE, name: 'x' }]],
]

/** The roles of the columns in their order; `-` is none, `h` before them a header. */
const GUESSES: readonly (readonly [name: string, rows: readonly (readonly string[])[], roles: string])[] = [
  ['a header that says it', [['Name', 'Cell', 'E-mail', 'Town']], 'h name mobile email other'],
  [
    'a header that says nothing',
    [
      ['Who', 'Where', 'Reach', 'Post'],
      ['Ann Botha', 'Paarl', '082 111 0001', 'ann@example.com'],
      ['Ben Cele', 'Paarl', '0821110002', 'ben@example.com'],
      ['Cara Dube', 'Paarl', '', 'cara@example.com'],
      ['Dan Nel', 'Paarl', '+27821110004', ''],
    ],
    'h name other mobile email',
  ],
  [
    'no header, the number last',
    [
      ['ann@example.com', 'Ann', '0821110001'],
      ['ben@example.com', 'Ben', '0821110002'],
    ],
    'email name mobile',
  ],
  [
    'a column named as a number that counts',
    [
      ['Number', 'Phone', 'Name'],
      ['1', '0821110001', 'Ann'],
      ['2', '0821110002', 'Ben'],
    ],
    'h other mobile name',
  ],
  [
    'words that come again and again are no names',
    [
      ['Shop', 'Cell'],
      ['North', '0821110001'],
      ['North', '0821110002'],
      ['South', '0821110003'],
      ['North', '0821110004'],
    ],
    'h other mobile',
  ],
  [
    'no numbers at all',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    'none',
  ],
]

describe('guessColumns', () => {
  for (const [name, rows, roles] of GUESSES)
    test(name, () => {
      const guess = guessColumns(rows)
      if (guess === undefined) return assert.equal(roles, 'none')
      const { others, ...known } = guess.columns
      const found = (rows[0] as readonly string[]).map((_, column) => {
        const role = Object.entries(known).find(([, each]) => each === column)?.[0]
        return role ?? (others.some((other) => other.column === column) ? 'other' : '-')
      })
      assert.equal([...(guess.isHeader ? ['h'] : []), ...found].join(' '), roles)
    })
})

test('importRows puts all into a group as well', async () => {
  const { contacts, drafts } = notingContacts()
  const rows = [
    ['0821110001', 'Staff'],
    ['0821110002', ''],
  ].map((fields, line) => ({ line, fields }))
  await importRows(contacts, PRINCIPAL, { mobile: 0, groups: 1, others: [] }, rows, 'Autumn')
  assert.deepEqual(
    drafts.map(({ groups }) => groups),
    [['Staff', 'Autumn'], ['Autumn']],
  )
})

describe('importContacts', () => {
  for (const [name, text, expected] of LISTS)
    test(name, async () => assert.deepEqual((await importText(text)).drafts, expected))

  test('rows that are not taken are told by line, the others are taken', async () => {
    const text = `mobile,status,fields\n\n${MOBILE},maybe,\nx1,,\n"${MOBILE}\n${MOBILE},,[1]\n${MOBILE},,"{""a"":1}"\n${MOBILE},1,\n`
    const { steps, drafts } = await importText(text)
    assert.equal(steps.length, 1)
    const { refusals, ...counts } = steps[0] as ImportStep
    assert.deepEqual(
      refusals.map(({ line, mobile, problem }) => [line, mobile, problem.code]),
      [
        [3, MOBILE, 'bad-status'],
        [4, 'x1', 'bad-number'],
        [5, '', 'malformed-row'],
        [6, MOBILE, 'bad-fields'],
        [7, MOBILE, 'bad-fields'],
      ],
    )
    assert.deepEqual(counts, { rows: 6, added: 1, changed: 0, unchanged: 0, refused: 5 })
    assert.equal(drafts.length, 2)
  })

  test('some hundred rows are a step, and counts are from the beginning', async () => {
    const { steps } = await importText(`mobile\n${`${MOBILE}\n`.repeat(900)}`)
    assert.deepEqual(
      steps.map(({ rows, added }) => [rows, added]),
      [
        [200, 200],
        [400, 400],
        [600, 600],
        [800, 800],
        [900, 900],
      ],
    )
  })

  for (const text of ['name,email\na,b', '"mobile\n', 'abc'])
    test(`${JSON.stringify(text)} has no numbers`, async () => {
      await assert.rejects(importText(text), { category: 'invalid', code: 'no-number-column' })
    })

  test('what the service throws ends it', async () => {
    const gone = new Error('gone')
    const contacts = { save: () => Promise.reject(gone) }
    async function* source() {
      yield Buffer.from(MOBILE)
    }
    await assert.rejects(collect(importContacts(contacts, PRINCIPAL, source())), gone)
  })
})

describe('exportContacts', () => {
  const at = new Date('2026-01-31T08:15:00Z')
  const subscription = { clientId: 1001, mobile: MOBILE, description: 'OPTED OUT', changedAt: at }
  const plain = {
    mobile: MOBILE,
    name: '',
    email: '',
    fields: {},
    groups: [],
    subscription: undefined,
    addedAt: at,
    changedAt: at,
  }
  const RECORDS: readonly ContactRecord[] = [
    { ...plain, name: '=HYPERLINK("http://x","y")', subscription: { ...subscription, status: 'opted-out' } },
    {
      ...plain,
      name: 'Nkosi, Thandi',
      email: 't@example.com',
      fields: { city: 'Durban' },
      groups: [
        { groupId: 1, name: 'Choir' },
        { groupId: 2, name: 'Staff' },
      ],
      subscription: { ...subscription, status: 'opted-in', description: 'OPTED IN' },
    },
    plain,
  ]
  /** Pages of one. */
  const contacts: Pick<Contacts, 'find'> = {
    async find(_, { after = '0', status }) {
      assert.equal(status, 'opted-out')
      const index = Number(after)
      return { records: RECORDS.slice(index, index + 1), next: index < 2 ? String(index + 1) : undefined }
    },
  }

  test('a header and a row for each, page by page, taken back by an import', async () => {
    const steps = await collect(exportContacts(contacts, PRINCIPAL, { status: 'opted-out' }))
    assert.deepEqual(
      steps.map((step) => step.contacts),
      [0, 1, 2, 3],
    )
    const text = steps.map((step) => step.text).join('')
    assert.equal(
      text,
      [
        'mobile,name,email,groups,status,status_description,status_changed_at,fields',
        `${MOBILE},"'=HYPERLINK(""http://x"",""y"")",,,0,OPTED OUT,2026-01-31 08:15:00,`,
        `${MOBILE},"Nkosi, Thandi",t@example.com,Choir;Staff,1,OPTED IN,2026-01-31 08:15:00,"{""city"":""Durban""}"`,
        `${MOBILE},,,,,,,`,
        '',
      ].join('\r\n'),
    )
    const { drafts } = await importText(text)
    assert.deepEqual(drafts, [
      { mobile: MOBILE, name: '=HYPERLINK("http://x","y")', status: 'opted-out' },
      {
        mobile: MOBILE,
        name: 'Nkosi, Thandi',
        email: 't@example.com',
        fields: { city: 'Durban' },
        groups: ['Choir', 'Staff'],
        status: 'opted-in',
      },
      { mobile: MOBILE },
    ])
  })
})
