/** Characters of a password that a user gets: long ones are better than odd ones. */
export const SHORTEST_PASSWORD = 10
/** Longer ones would only make hashing more work. */
export const LONGEST_PASSWORD = 1_024

/** Characters of a shared secret that somebody has thought of; generated ones have 64. */
export const SHORTEST_SHARED_SECRET = 16
export const LONGEST_SHARED_SECRET = 200

/** What is wrong with a new password: `must have ...`. */
export function passwordFault(password: string): string | undefined {
  return lengthFault(password, SHORTEST_PASSWORD, LONGEST_PASSWORD)
}

/** What is wrong with a new shared secret. It is taken unchanged: the receiver has to have the same one. */
export function sharedSecretFault(secret: string): string | undefined {
  const fault = lengthFault(secret, SHORTEST_SHARED_SECRET, LONGEST_SHARED_SECRET)
  return fault ?? (/\p{Cc}/u.test(secret) ? 'must have no control characters' : undefined)
}

function lengthFault({ length }: string, shortest: number, longest: number): string | undefined {
  return length >= shortest && length <= longest ? undefined : `must have ${shortest} to ${longest} characters`
}
