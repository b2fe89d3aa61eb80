/** Without letters and digits that are easily confused. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A first password for another user: 16 letters and digits, each equally likely. */
export function newPassword(): string {
  const letters: string[] = []
  while (letters.length < 16) {
    const [octet = 255] = crypto.getRandomValues(new Uint8Array(1))
    const letter = LETTERS[octet & 63]
    if (letter !== undefined) letters.push(letter)
  }
  return letters.join('')
}
