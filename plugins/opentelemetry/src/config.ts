import { type Static, Type } from 'typebox'

/** Configuration of the way to a collector. Times are milliseconds. */
export const openTelemetryConfigSchema = Type.Object(
  {
    endpoint: Type.String({
      pattern: '^https?://[^\\s@]+$',
      default: 'http://127.0.0.1:4318/v1/traces',
      description: 'Where traces go: the path for traces of a collector that takes OTLP over HTTP as JSON.',
      examples: ['https://otel.example.net/v1/traces'],
    }),
    authorization: Type.Optional(
      Type.String({
        secret: true,
        minLength: 1,
        pattern: '^[\\x20-\\x7e]+$',
        description: 'Value of the header `Authorization`, as the collector wants it.',
      }),
    ),
    serviceName: Type.String({
      minLength: 1,
      maxLength: 100,
      default: 'heliograph',
      description: 'How traces name this deployment (`service.name`).',
      examples: ['sms-gateway'],
    }),
    sampleRatio: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 1,
      description:
        'The part of all requests that is traced. It depends on the id of a request alone, so that all nodes choose the same ones.',
      examples: [0.01],
    }),
    queueSpans: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 10_000,
      description: 'How many spans may wait to be sent. What comes while there are so many is dropped, and counted.',
      examples: [50_000],
    }),
    batchSpans: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 512,
      description: 'How many spans one request to the collector has at most.',
      examples: [1_000],
    }),
    intervalMs: Type.Integer({
      minimum: 10,
      maximum: 60_000,
      default: 1_000,
      description: 'How long spans wait for others to be sent with.',
      examples: [5_000],
    }),
    timeoutMs: Type.Integer({
      minimum: 100,
      maximum: 60_000,
      default: 10_000,
      description: 'How long the collector may take for a request, repetitions included.',
      examples: [5_000],
    }),
  },
  { additionalProperties: false },
)

export type OpenTelemetryConfig = Static<typeof openTelemetryConfigSchema>
