import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the SOAP interface. */
export const soapConfigSchema = Type.Object(
  {
    namespace: Type.String({
      default: 'urn:heliograph:soap',
      minLength: 1,
      maxLength: 500,
      // Roughly a URI, to catch slips; it must not end in a slash, because SOAPAction adds one before the method.
      pattern: '^[a-zA-Z][a-zA-Z0-9+.\\-]*:[^\\s<>"{}|\\\\^`]*[^\\s<>"{}|\\\\^`/]$',
      description:
        'Namespace of the service: an absolute URI that does not end in `/`. The SOAPAction of a method is this, `/` and its name. Clients have it compiled in, so it stays what it is.',
    }),
    requestsPerMinute,
  },
  { additionalProperties: false },
)

export type SoapConfig = Static<typeof soapConfigSchema>
