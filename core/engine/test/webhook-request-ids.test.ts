import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enqueueReceiptWebhooks } from '../src/notify/notifications/notify-receipts.ts'
import { loadWebhookDetails } from '../src/read/webhook-log/webhook-details.ts'
import { useDatabase } from './support/database-fixture.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { useWebhookNodes } from './support/webhook-node.ts'
import { receivers, useWebhooks } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const { store, allSent } = useWebhooks(database)
const URL = 'https://client.example/dlr'

/** The webhook of a message that came by a request. */
async function webhookOf(requestId: string | null): Promise<number> {
  const account = await database.addAccount()
  await database.provisioning.setChannel({ channelId: account.channelId, dlrUrl: URL })
  const smsId = await database.addMessage(account, { request_id: requestId })
  const event = { smsId, state: 'delivered', networkId: 'n-1', at: new Date(database.clock.now()) } as const
  await database.sql.begin((tx) => enqueueReceiptWebhooks(tx, { ...database, outbox: NO_SESSIONS }, [event]))
  const [row] = await database.sql<{ webhook_id: number }[]>`
    select webhook_id from webhook where subject_id = ${smsId}`
  return row?.webhook_id as number
}

const GIVEN: readonly (readonly [name: string, requestId: string | null, header: string | undefined])[] = [
  ['names the request that its message came by', 'k3v9q0tx7mzd', 'k3v9q0tx7mzd'],
  ['names none where there was none', null, undefined],
]

for (const [name, requestId, header] of GIVEN) {
  test(`a receipt ${name}, on every attempt, and its log shows it`, async () => {
    const webhookId = await webhookOf(requestId)
    const { http, requests } = receivers(() => ({ status: requests.length === 1 ? 503 : 204 }))
    const node = await startNode({ http })
    await node.attempt(webhookId)
    await node.attempt(webhookId)
    assert.deepEqual(
      requests.map(({ headers }) => headers?.['X-Request-Id']),
      [header, header],
    )
    const details = await loadWebhookDetails({ sql: database.sql, soapNamespace: 'urn:test' }, webhookId)
    assert.equal(details?.request?.headers['X-Request-Id'], header)
  })

  test(`a receipt that goes out at once ${name}`, async () => {
    const { http, requests } = receivers(() => ({ status: 204 }))
    const node = await startNode({ http })
    await store(node.sender, { url: URL, requestId })
    await allSent(node)
    assert.deepEqual(
      requests.map(({ headers }) => headers?.['X-Request-Id']),
      [header],
    )
  })
}
