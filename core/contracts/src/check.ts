/** One thing that an instance has tried out for `heliograph check`. */
export interface CheckFinding {
  /** What was tried, shown behind the name of the instance: `link main`, ... */
  readonly name: string
  readonly ok: boolean
  /** What is so, or what is wrong, as a sentence for the operator. Holds no secrets. */
  readonly message: string
  /** What mends it; for what is wrong. */
  readonly remedy?: string | undefined
}
