import { setTimeout as delay } from 'node:timers/promises'
import { BLOCKED, defineAttack, ENDED } from '../attack.ts'
import { MAIL_DOMAIN, UPLOAD_MEBIBYTES } from '../configuration.ts'
import { connectLines } from '../line-client.ts'
import type { PortalClient } from '../portal-client.ts'
import type { AttackWorld } from '../world.ts'

/** Characters of the longest cell. */
const MOST_CELL = 64_000

const columns = defineAttack({
  name: 'columns-of-blanks',
  title: 'The columns of a list are guessed from rows of 300 KB that suit no pattern',
  bounds: { blocked: BLOCKED },
  async run(world) {
    const { session } = await world.addUser()
    const { blockedMs } = await world.measure(async () => {
      for (const text of [' ', "'", '1 ', '-', '(', '@', '@.', 'a '])
        await session.call('POST', '/contacts/columns', { rows: [[`${text.repeat(300_000 / text.length)}x`]] })
      const cells = [' ', '1 ', '{', 'a '].map((text) => `${text.repeat(MOST_CELL / text.length - 1)}x`)
      const { path } = await upload(session, [cells, cells, cells])
      await session.call('GET', `${path}/columns`)
    })
    return { blocked: blockedMs }
  },
})

const mail = defineAttack({
  name: 'quoted-mail',
  title: 'Mails of up to 80 KB of what quotes of other mails begin with',
  bounds: { blocked: BLOCKED },
  async run(world) {
    const user = await world.addUser()
    const key = await world.addKey(user)
    const login = Buffer.from(`\0${user.email}\0${key}`).toString('base64')
    const { blockedMs } = await world.measure(async () => {
      for (const piece of ['>', '> ', '- ', '_', '-', ' ', '@', '1 ', 'x<@', 'On 1 ', 'From: a\r\n', ' \r\n', '\u00a0'])
        await deliver(
          world.emailPort,
          login,
          `${piece.startsWith('x') ? 'x<' : ''}${piece.repeat(80_000 / piece.length)}x`,
        )
    })
    return { blocked: blockedMs }
  },
})

async function deliver(port: number, login: string, text: string): Promise<void> {
  const client = await connectLines(port)
  await client.say('EHLO attacker.example')
  await client.say(`AUTH PLAIN ${login}`)
  await client.say('MAIL FROM:<a@example.com>')
  await client.say(`RCPT TO:<27821234567@${MAIL_DOMAIN}>`)
  await client.say('DATA')
  await client.say(`Subject: x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text.replace(/^\./gm, '..')}\r\n.`)
  client.end()
}

const longWork = defineAttack({
  name: 'long-work',
  title: 'The longest requests that a client may make: an import, a send, a preview of 10,000 national numbers',
  bounds: { blocked: BLOCKED, grown: { label: 'memory grown', unit: 'MiB', atMost: 200 } },
  async run(world) {
    const { session } = await world.addUser()
    const recipients = Array.from(
      { length: 10_000 },
      (_, index) => `082 ${100 + (index % 900)} ${1_000 + (index % 9_000)}`,
    )
    const rows = Array.from({ length: 1_900 }, (_, index) => [`2782${1_000_000 + index}`, 'n'.repeat(1_900)])
    const { blockedMs, grownMebibytes } = await world.measure(async () => {
      await session.call('POST', '/send/preview', { text: 'Hello', recipients })
      await session.call('POST', '/send', {
        text: 'Hello',
        recipients: recipients.map((number) => number.padEnd(95, ' ')),
      })
      await session.call('POST', '/contacts/import', { columns: { mobile: 0, name: 1, others: [] }, rows })
    })
    return { blocked: blockedMs, grown: grownMebibytes }
  },
})

const plan = defineAttack({
  name: 'plan-of-placeholders',
  title: 'An upload whose text names a column of 64,000 characters 3,333 times',
  bounds: { ended: ENDED, blocked: BLOCKED, grown: { label: 'memory grown', unit: 'MiB', atMost: 200 } },
  async run(world) {
    const { session } = await world.addUser()
    const { blockedMs, grownMebibytes } = await world.measure(async () => {
      const rows = Array.from({ length: 14 }, (_, index) => [`2782123${4_000 + index}`, 'x'.repeat(MOST_CELL)])
      const { path } = await upload(session, [['n', 't'], ...rows])
      const text = '{t}'.repeat(3_333)
      await session.call('PUT', `${path}/plan`, { hasHeader: true, numberColumn: 0, text })
      await hasEnded(session, path)
      await session.call('GET', `${path}/rows?limit=500`)
      await session.call('PATCH', `${path}/rows/2`, { cells: ['27821234000', 'x'.repeat(MOST_CELL)] })
    })
    return { ended: world.deaths(), blocked: blockedMs, grown: grownMebibytes }
  },
})

/** Uploads a list as one piece. */
async function upload(session: PortalClient, rows: readonly (readonly string[])[]): Promise<{ readonly path: string }> {
  const file = Buffer.from(`${rows.map((cells) => cells.join(',')).join('\n')}\n`)
  const { json } = await session.call('POST', '/uploads', { name: 'list.csv', octets: file.length })
  const path = `/uploads/${json.uploadId}`
  await session.call('PUT', `${path}/file?from=0`, file)
  return { path }
}

/** Waits at most 30 s until an upload is checked, or refused, or no longer answers. */
async function hasEnded(session: PortalClient, path: string): Promise<void> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const { json } = await session.call('GET', path)
    if (json.state !== 'checking') return
    await delay(100)
  }
}

const PIECE_OCTETS = 1_000_000
const PIECES = 24

const hoard = defineAttack({
  name: 'hoarded-uploads',
  title: `Uploads of ${PIECES} MB without end, some of them cancelled`,
  isLong: true,
  bounds: {
    kept: { label: 'taken of files', unit: 'MiB', atMost: UPLOAD_MEBIBYTES },
    after: { label: 'taken once all are cancelled', unit: 'MiB', atMost: 0 },
  },
  async run(world) {
    const { session, clientId } = await world.addUser()
    const row = `27821234567,${'x'.repeat(986)}\n`
    const piece = Buffer.from(row.repeat(PIECE_OCTETS / row.length))
    const paths: string[] = []
    for (let file = 0; file < 4; file += 1) {
      const { json } = await session.call('POST', '/uploads', { name: 'list.csv', octets: piece.length * PIECES })
      if (json.uploadId === undefined) break
      const path = `/uploads/${json.uploadId}`
      paths.push(path)
      for (let index = 0; index < PIECES; index += 1) {
        const { status } = await session.call('PUT', `${path}/file?from=${index * piece.length}`, piece)
        if (status !== 200) break
      }
    }
    const kept = await uploadMebibytes(world, clientId)
    for (const path of paths) await session.call('POST', `${path}/cancel`)
    await world.until(async () => (await uploadMebibytes(world, clientId)) === 0)
    return { kept, after: await uploadMebibytes(world, clientId) }
  },
})

/** What the rows of a client's uploads take in the database. */
async function uploadMebibytes({ gateway }: AttackWorld, clientId: number): Promise<number> {
  const [found] = await gateway.sql<{ octets: string }[]>`
    select coalesce(sum(octet_length(upload_chunk.cells::text)), 0) as octets
    from heliograph.upload_chunk join heliograph.upload using (upload_id) where upload.client_id = ${clientId}::bigint`
  return Number(found?.octets) / 2 ** 20
}

export const workAttacks = [columns, mail, longWork, plan, hoard]
