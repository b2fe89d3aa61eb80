let numbers = 0

/** A number that no channel has yet. */
export const freshNumber = () => `2785${String(++numbers).padStart(7, '0')}`

/** An e-mail that no user has yet. */
export const freshEmail = () => `fresh${++numbers}@example.com`

/** A password of theirs. */
export const PASSWORD = 'correct horse'
