import {
  GatewayError,
  type PortalPage,
  type PortalPageAnswer,
  type PortalPageCall,
  type Principal,
} from '@heliograph/contracts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** The most fields that an error names. */
const MOST_FIELDS = 20

/** A call, once its instance has been found. */
export type PageCallRequest = Omit<PortalPageCall, 'instanceId'>

/** Calls an endpoint of one of these pages, as `PortalPages.call` does. */
export async function callPageEndpoint(
  pages: readonly PortalPage[],
  principal: Principal,
  { pageId, endpoint, input, signal }: PageCallRequest,
): Promise<PortalPageAnswer> {
  const page = pages.find(({ id, roles }) => id === pageId && roles.includes(principal.role))
  const found = page?.endpoints?.find(({ name }) => name === endpoint)
  if (found === undefined) throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  const details = problemsOf(found.input, input)
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details })
  const value = await found.handle({ principal, input: input as Readonly<Record<string, unknown>>, signal })
  return { value: value ?? null, isChange: found.isChange ?? false }
}

/** What the schema has against the input, by field. */
function problemsOf(schema: TSchema, input: unknown): Readonly<Record<string, string>> {
  if (Value.Check(schema, input)) return {}
  const errors = Value.Errors(schema, input).slice(0, MOST_FIELDS)
  return Object.fromEntries(
    errors.map(({ instancePath, message }) => [instancePath.slice(1).replaceAll('/', '.') || 'input', message]),
  )
}
