import assert from 'node:assert/strict'
import type { SubmitRequest } from '@heliograph/contracts'
import type { InjectedRequest } from '@heliograph/http'
import { withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { mergeRequests, toInjectedRequest } from './test-request.ts'

/**
 * An id of a message makes the second request with it a repetition of the first. Where the client gave none, the same
 * text to the same number is another message: reminders are all alike.
 */
export function resendChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http || !suite.module.capabilities.submit) return []
  const run = () =>
    withAdapterKit(suite.module, suite.world, async (kit) => {
      const request = await prepareRow(row, kit)
      const { engine } = kit
      const [earlier, before] = [engine.submissions.length, engine.messages.length]
      await kit.request(request)
      const once = engine.messages.length - before
      await kit.request(request)
      const ids = engine.submissions.slice(earlier).flatMap(({ request: submitted }) => idsOf(submitted))
      const given = textIn(toInjectedRequest(mergeRequests(suite.world.base ?? {}, request)))
      if (ids.some((id) => given.includes(id))) return
      assert.equal(
        engine.messages.length - before,
        2 * once,
        `the same request again is taken for a repetition of the first, by the id ${ids[0]}, which no client has given`,
      )
    })
  return [{ name: `takes the same again for another message: ${row.name}`, run }]
}

/** All that is in a request, as it is and decoded. */
function textIn({ url, headers, body = '' }: InjectedRequest): string {
  const text = Buffer.from(body).toString('utf8')
  const parameters = [url.split('?')[1] ?? '', text].flatMap((form) => [...new URLSearchParams(form).values()])
  return [url, text, JSON.stringify(headers), ...parameters].join('\n')
}

function idsOf({ messages }: SubmitRequest): readonly string[] {
  return messages.flatMap(({ destinations }) => destinations.flatMap(({ messageId }) => messageId ?? []))
}
