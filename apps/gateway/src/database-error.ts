/**
 * Codes of connections that fail, and SQLSTATE classes of a server that refuses us (authorisation, no such database, no
 * free connection).
 */
const CONNECTION_CODE =
  /^(ECONN(REFUSED|RESET)|E(NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|08...|28...|3D...|53...|57P..)$/

/** The message for the operator when the database cannot be reached or refuses us; undefined for any other error. */
export function describeDatabaseTrouble(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || !CONNECTION_CODE.test(code)) return undefined
  const reason = String(message) === '' ? code : String(message)
  return `The database cannot be used: ${reason}. Check database.url, that the server runs, and that it lets this user in from here.`
}
