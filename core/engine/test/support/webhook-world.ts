import type { HttpClient, OutboundError, OutboundReply, OutboundRequest, WebhookAttempt } from '@heliograph/contracts'
import { storeWebhooks } from '../../src/notify/webhooks/store-webhooks.ts'
import type { NewWebhook } from '../../src/notify/webhooks/webhook.ts'
import type { WebhookFastPath } from '../../src/notify/webhooks/webhook-fast-path.ts'
import { loadWebhookDetails } from '../../src/read/webhook-log/webhook-details.ts'
import type { DatabaseFixture } from './database-fixture.ts'
import { waitUntil } from './engine-harness.ts'
import { newWebhook, type WebhookNode } from './webhook-node.ts'

export const POST = { url: 'https://client.example/dlr' }

export type Answer = Partial<OutboundReply> | OutboundError

/** Receivers by their URLs, each answering as its function decides; their requests are kept. */
export function receivers(answer: (request: OutboundRequest) => Answer | Promise<Answer>) {
  const requests: OutboundRequest[] = []
  const http: HttpClient = {
    async request(request) {
      requests.push(request)
      const answered = await answer(request)
      if (answered instanceof Error) throw answered
      const octets = Buffer.from(answered.body ?? '')
      return { status: 200, headers: {}, body: '', octets, elapsedMs: 1, ...answered }
    },
  }
  return { http, requests, urls: () => requests.map(({ url }) => url) }
}

/** A receiver whose replies the test releases. */
export function holdingReceiver() {
  const waiting: (() => void)[] = []
  const receiver = receivers(
    () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ status: 200 }))
      }),
  )
  const letGo = (count: number) => {
    for (const reply of waiting.splice(0, count)) reply()
  }
  return { ...receiver, letGo }
}

export interface Batch {
  readonly webhook_ids: number[]
  readonly attempts: number
  readonly endpoint: string | null
  readonly owner: number | null
  /** Seconds from now. */
  readonly wait: number
}

/** The attempts at a webhook, as its details show them. */
export async function attemptsOf({ sql }: DatabaseFixture, webhookId: number): Promise<readonly WebhookAttempt[]> {
  return (await loadWebhookDetails({ sql, soapNamespace: 'urn:test' }, webhookId))?.log ?? []
}

/** The webhooks in a database, and what became of them. */
export function useWebhooks(database: DatabaseFixture) {
  /** Stores webhooks of one channel, with these changes. Resolves with their ids. */
  async function store(
    fastPath: WebhookFastPath | undefined,
    ...changes: readonly Partial<NewWebhook>[]
  ): Promise<readonly number[]> {
    const { clientId, channelId } = await database.addAccount()
    const webhookIds = await database.ids.take(changes.length)
    const createdAt = new Date(database.clock.now())
    const webhooks = changes.map((change, index) =>
      newWebhook({ webhookId: webhookIds[index] as number, clientId, channelId, createdAt, ...change }),
    )
    await database.sql.begin((tx) => storeWebhooks(tx, webhooks, fastPath))
    return webhookIds
  }

  async function batches(): Promise<readonly Batch[]> {
    const rows = await database.sql<Batch[]>`
      select webhook_ids, attempts, endpoint, owner, extract(epoch from due_at - now())::float8 as wait
      from webhook_batch order by batch_id`
    return [...rows]
  }

  async function standings(webhookIds: readonly number[]): Promise<string> {
    const rows = await database.sql<{ state: string; attempts: number }[]>`
      select state, attempts from webhook where webhook_id = any(${[...webhookIds]}) order by webhook_id`
    return rows.map(({ state, attempts }) => `${state} ${attempts}`).join(', ')
  }

  const logOf = async (webhookId: number) =>
    (await attemptsOf(database, webhookId)).map(({ attempt, status, failure }) => ({ attempt, status, failure }))

  async function countJobs(task: string): Promise<number> {
    const [row] = await database.sql<{ jobs: number }[]>`
      select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = ${task}`
    return row?.jobs ?? 0
  }

  async function forgetJobs(): Promise<void> {
    await database.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  }

  const allSent = (node: WebhookNode) =>
    waitUntil(
      async () => node.metrics.value('webhooks_held', {}) === 0 && (await batches()).length === 0,
      'all are sent',
    )

  return { store, batches, standings, logOf, countJobs, forgetJobs, allSent }
}
