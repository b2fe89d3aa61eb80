import { type CallbackSink, type SinkOptions, startCallbackSink } from '../callbacks/callback-sink.ts'
import type { Sql } from '../gateway/database.ts'
import type { GatewayPlan } from '../gateway/gateway-plan.ts'

/** Of the plan of a gateway whose webhooks go to a sink on this machine. */
export const OPEN_TO_SINK: Pick<GatewayPlan, 'sections'> = {
  sections: { webhooks: { allowNetworks: ['127.0.0.1/32'] } },
}

/** Runs with a sink, and ends it. */
export async function withSink<T>(options: SinkOptions, run: (sink: CallbackSink) => Promise<T>): Promise<T> {
  const sink = await startCallbackSink(options)
  try {
    return await run(sink)
  } finally {
    sink.stop()
  }
}

/** Where the webhooks of all channels go; undefined: nowhere. */
export async function setWebhookUrls(
  sql: Sql,
  { dlr, incoming }: { readonly dlr?: string; readonly incoming?: string },
): Promise<void> {
  await sql`update heliograph.channel set dlr_url = ${dlr ?? null}, incoming_url = ${incoming ?? null}`
}
