import { type Static, Type } from 'typebox'

/** The section `stop`. */
export const stopSchema = Type.Object(
  {
    delaySeconds: Type.Number({
      minimum: 0,
      maximum: 600,
      default: 0,
      description:
        'How long a node that was told to stop goes on serving while `/readyz` says 503, so that load balancers send no more: their interval times the failures they count, and a second. Supervisors have to wait that much longer.',
    }),
  },
  { additionalProperties: false },
)

export type StopConfiguration = Static<typeof stopSchema>
