import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { MESSAGE_STATES, type MessageState } from '@heliograph/contracts'
import { errorById, STATUS_FORMS } from '../src/index.ts'

const README = new URL('../README.md', import.meta.url)
const BLOCK = /(?<=<!-- generated:states -->\n).*?(?=<!-- \/generated -->)/s
const HEADER = ['State', 'v2 status', 'Webhook', 'Text interfaces', 'SMPP', 'Final', 'Error when none was given']

function cells(state: MessageState): readonly string[] {
  const { v2, v2LogName, webhook, text, smpp, final, errorId } = STATUS_FORMS[state]
  const inLogs = v2LogName === v2.name ? '' : `, ${v2LogName} in logs`
  return [
    state,
    `${v2.groupId}/${v2.id} ${v2.name}${inLogs}`,
    webhook === null ? '-' : `${webhook.status} ${webhook.code}`,
    text,
    smpp === null ? '-' : `${smpp.stat} ${smpp.messageState}`,
    final ? 'yes' : 'no',
    errorId === null ? '-' : `${errorId} ${errorById(errorId)?.name}`,
  ]
}

function statesTable(): string {
  const rows = [HEADER, HEADER.map(() => '---'), ...MESSAGE_STATES.map(cells)]
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('')
}

describe('README', () => {
  it('shows the states as they are in code', async () => {
    const readme = await readFile(README, 'utf8')
    assert.match(readme, BLOCK)
    const current = readme.replace(BLOCK, statesTable())
    if (process.env.UPDATE_DOCS === '1') await writeFile(README, current)
    else assert.equal(readme, current, 'out of date; run these tests once with UPDATE_DOCS=1')
  })
})
