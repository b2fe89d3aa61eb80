import type { NotedBind, NotedRequest } from '@heliograph/contracts'
import { SYSTEM_ID_OCTETS } from '../../accounts/system-id.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'

/** Users of several clients may have the same e-mail, and several e-mails the same beginning. */
const MOST_USERS = 5

/** Stores requests. */
export async function insertRequests(sql: Sql, requests: readonly NotedRequest[]): Promise<void> {
  const facts = requests.map(({ write }) => write())
  const numbers = (values: readonly (number | null)[]) => numberArray(values)
  const texts = (values: readonly (string | null)[]) => textArray(values.map((text) => text && storableText(text)))
  await sql`
    insert into request_log (
      at, client_id, user_id, key_id, instance, request_id, method, path, query, body, answer, status, category, code,
      message, fields, elapsed_ms
    )
    select to_timestamp(at_ms / 1000), client_id, user_id, key_id, instance, request_id, method, path, query, body, answer,
      status, category, code, message, fields::jsonb, elapsed_ms
    from unnest(
      ${numbers(requests.map(({ at }) => at))}::float8[], ${numbers(requests.map(({ clientId }) => clientId))}::bigint[],
      ${numbers(facts.map(({ userId }) => userId))}::bigint[], ${numbers(facts.map(({ keyId }) => keyId))}::bigint[],
      ${texts(facts.map(({ instanceId }) => instanceId))}::text[], ${texts(facts.map(({ requestId }) => requestId))}::text[],
      ${texts(facts.map(({ method }) => method))}::text[], ${texts(facts.map(({ path }) => path))}::text[],
      ${texts(facts.map(({ query }) => query))}::text[], ${texts(facts.map(({ body }) => body))}::text[],
      ${texts(facts.map(({ answer }) => answer))}::text[], ${numbers(facts.map(({ status }) => status))}::smallint[],
      ${texts(facts.map(({ error }) => error?.category ?? null))}::text[],
      ${texts(facts.map(({ error }) => error?.code ?? null))}::text[],
      ${texts(facts.map(({ error }) => error?.message ?? null))}::text[],
      ${texts(facts.map(({ error }) => fieldsOf(error?.fields)))}::text[],
      ${numbers(facts.map(({ elapsedMs }) => elapsedMs))}::real[]
    ) as given (
      at_ms, client_id, user_id, key_id, instance, request_id, method, path, query, body, answer, status, category, code,
      message, fields, elapsed_ms
    )`
}

/** jsonb takes neither NUL nor half a surrogate pair. */
function fieldsOf(fields: Readonly<Record<string, string>> | undefined): string | null {
  const entries = Object.entries(fields ?? {})
  if (entries.length === 0) return null
  return JSON.stringify(Object.fromEntries(entries.map((entry) => entry.map(storableText))))
}

/** Stores refused binds with those that have the account; binds of unknown accounts are left out. */
export async function insertBinds(sql: Sql, binds: readonly NotedBind[]): Promise<void> {
  for (const { at, instanceId, account: given, error, elapsedMs } of binds) {
    const account = storableText(given).toLowerCase()
    const isCut = Buffer.byteLength(account) === SYSTEM_ID_OCTETS
    await sql`
      insert into request_log (
        at, client_id, user_id, instance, method, path, query, category, code, message, elapsed_ms
      )
      select to_timestamp(${at}::float8 / 1000), client_id, user_id, ${instanceId}, 'bind', '', '', ${error.category},
        ${error.code}, ${error.message}, ${elapsedMs}::real
      from app_user
      where client_id is not null and (email = ${account} ${isCut ? sql`or starts_with(email, ${account})` : sql``})
      order by user_id limit ${MOST_USERS}::integer`
  }
}
