/** Codes of connections that do not come about, and SQLSTATE classes of a server that does not let us in (authorisation, no such database, no room). */
const CONNECTION_CODE =
  /^(ECONN(REFUSED|RESET)|E(NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|08...|28...|3D...|53...|57P..)$/

/** What to tell the operator when the database cannot be reached or does not let us in; undefined for any other error. */
export function describeDatabaseTrouble(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || !CONNECTION_CODE.test(code)) return undefined
  const reason = String(message) === '' ? code : String(message)
  return `The database cannot be used: ${reason}. Check database.url, that the server runs, and that it lets this user in from here.`
}
