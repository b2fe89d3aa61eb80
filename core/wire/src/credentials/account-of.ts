/**
 * The e-mail of the user that a user name stands for, in lower case; empty for none. A name without `@` is completed by
 * the domain, if there is one, for programs that keep the names they had at another gateway.
 */
export function accountOf(userName: string, domain: string): string {
  const name = userName.trim().toLowerCase()
  return name === '' || domain === '' || name.includes('@') ? name : `${name}@${domain.toLowerCase()}`
}
