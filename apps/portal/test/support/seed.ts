import type { Portal } from './start-portal.ts'

const CONTACTS = [
  ['27821234501', 'Amahle Dlamini', 'Patients'],
  ['27821234502', 'Pieter van der Merwe', 'Patients'],
  ['27821234503', 'Naledi Mokoena', 'Patients'],
  ['27821234504', 'Thabo Nkosi', 'Staff'],
  ['27821234505', 'Zanele Khumalo', 'Patients'],
  ['27821234506', 'Johan Botha', 'Patients'],
  ['27821234507', 'Lerato Molefe', 'Staff'],
  ['27821234508', 'Sipho Zulu', 'Patients'],
  ['27821234509', 'Aisha Patel', 'Patients'],
  ['27821234510', 'Chantal Jacobs', 'Patients'],
  ['27821234511', 'Bongani Sithole', 'Staff'],
  ['27821234512', 'Emma Thompson', 'Patients'],
] as const

/** In the simulated network, the last digits of the number decide the outcome of a message. */
const SENT = [
  [
    'Your appointment with Dr Mokoena is on Tuesday at 09:30. Reply C to confirm.',
    ['27821234501', '27821234503', '27821234505'],
  ],
  [
    'Your parcel 8841 is on its way and arrives today between 14:00 and 16:00.',
    ['27821234502', '27831117901', '27831117902'],
  ],
  [
    'Flu vaccinations are available from Monday. Call 021 555 0142 to book. Stop messages: reply STOP',
    ['27821234506', '27821234508', '27821234509', '27831117903'],
  ],
  ['Your one-time PIN is 482 913. It is valid for 5 minutes.', ['27821234510', '27831117904', '27831117908']],
  ['Réunion d’équipe à 16 h, salle 2 – merci de confirmer…', ['27821234504', '27821234507', '27821234511']],
  [
    'Water will be switched off in Oak Street on Thursday from 08:00 to 12:00 for repairs. We are sorry for the trouble; tankers stand at the corner of Oak and Main. Questions: 021 555 0100.',
    ['27821234512', '27831117906'],
  ],
] as const

const RECEIVED = [
  ['27821234501', 'C'],
  ['27821234503', 'Can we make it 10:15 instead? The bus is late on Tuesdays.'],
  ['27821234506', 'STOP'],
  ['27821234509', 'Is there parking at the clinic?'],
  ['27821234502', 'Parcel received, thank you!'],
] as const

const DAY_MS = 86_400_000

/** Fills the portal with what a small practice and its operator would have: through the API, as users do. */
export async function seed(portal: Portal): Promise<void> {
  const { accounts, call, gateway } = portal
  for (const [mobile, name, group] of CONTACTS)
    await call('admin', 'PUT', `/contacts/${mobile}`, { name, groups: [group] })
  // Before what is sent to several, so that they have the first ids.
  await seedUploads(portal)
  // Nothing listens there, so that failures can be seen, too.
  await call('admin', 'PATCH', `/channels/${accounts.channelId}`, { dlrUrl: 'http://127.0.0.1:9/receipts' })
  for (const [text, recipients] of SENT) await call('admin', 'POST', '/send', { text, recipients })
  for (const [from, text] of RECEIVED) {
    await gateway.run('simulate', 'incoming', '--from', from, '--to', accounts.number, '--text', text)
  }
  await call('admin', 'POST', '/send', {
    text: 'Last week we spoke of your results. They are here: please call us.',
    recipients: ['27821234506', '27821234510'],
  })
  for (const [days, text] of [
    [1, 'Reminder: your appointment is tomorrow at 09:30.'],
    [3, 'Our rooms are closed on Friday.'],
    [9, 'Happy birthday from all of us at Acme!'],
  ] as const) {
    const sendAt = new Date(Date.now() + days * DAY_MS).toISOString()
    await call('admin', 'POST', '/send', {
      text,
      recipients: [...CONTACTS.slice(9).map(([mobile]) => mobile), `278311180${10 + days}`],
      sendAt,
    })
  }
  await call('admin', 'POST', '/templates', {
    name: 'Appointment',
    text: 'Your appointment is on {1} at {2}. Reply C to confirm.',
  })
  await call('admin', 'POST', '/templates', { name: 'Parcel', text: 'Your parcel {1} is on its way.' })
  for (const [name, credit] of [
    ['Blue Mountain Logistics', '2500.00'],
    ['Cape Dental Group', '120.50'],
    ['Fernwood Schools', '0.40'],
    ['Harbour Credit Union', '18000.00'],
  ]) {
    await call('operator', 'POST', '/clients', { name, credit, price: '0.05' })
  }
}

const BALANCES = [
  'Name;Mobile;Balance',
  ...CONTACTS.map(([mobile, name], index) => `${name};+${mobile};R ${120 + index * 37}.50`),
  'Old number;12345;R 80.00',
  'Amahle again;082 123 4501;R 157.50',
  ';083 111 7909;R 20.00',
].join('\n')

/** Two files of recipients: one that waits to be started, with rows to correct, and one that was sent. */
async function seedUploads({ accounts, call, gateway }: Portal): Promise<void> {
  for (const name of ['balances-july.csv', 'balances-june.csv']) {
    const octets = Buffer.byteLength(BALANCES)
    const { uploadId } = await call<{ uploadId: number }>('admin', 'POST', '/uploads', { name, octets })
    await fetch(`${gateway.url}/portal/api/1/uploads/${uploadId}/file?from=0`, {
      method: 'PUT',
      headers: { 'x-api-key': accounts.users.admin.apiKey, 'content-type': 'text/csv' },
      body: BALANCES,
    })
    const text = 'Dear {Name}, your balance is {Balance}. Please pay by the 25th. Thank you, Acme'
    await call('admin', 'PUT', `/uploads/${uploadId}/plan`, { hasHeader: true, numberColumn: 1, text })
    await untilUpload('ready', uploadId, call)
    if (name !== 'balances-june.csv') continue
    await call('admin', 'POST', `/uploads/${uploadId}/start`, {})
    await untilUpload('done', uploadId, call)
  }
}

async function untilUpload(state: string, uploadId: number, call: Portal['call']): Promise<void> {
  while ((await call<{ state: string }>('admin', 'GET', `/uploads/${uploadId}`)).state !== state)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
