import { type CallbackSink, type SinkOptions, startCallbackSink } from '../callbacks/callback-sink.ts'
import type { Sql } from '../gateway/database.ts'
import type { GatewayPlan } from '../gateway/gateway-plan.ts'

/** The part of a gateway's plan that allows webhooks to a sink on this machine. */
export const OPEN_TO_SINK: Pick<GatewayPlan, 'sections'> = {
  sections: { webhooks: { allowNetworks: ['127.0.0.1/32'] } },
}

/** Calls `run` with a sink, and stops the sink afterwards. */
export async function withSink<T>(options: SinkOptions, run: (sink: CallbackSink) => Promise<T>): Promise<T> {
  const sink = await startCallbackSink(options)
  try {
    return await run(sink)
  } finally {
    sink.stop()
  }
}

/** Sets the URLs for the webhooks of all channels; undefined for none. */
export async function setWebhookUrls(
  sql: Sql,
  { dlr, incoming }: { readonly dlr?: string; readonly incoming?: string },
): Promise<void> {
  await sql`update heliograph.channel set dlr_url = ${dlr ?? null}, incoming_url = ${incoming ?? null}`
}
