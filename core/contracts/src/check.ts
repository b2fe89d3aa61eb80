/** The result of one test that an instance made for `heliograph check`. @stability stable */
export interface CheckFinding {
  /** What was tested, shown after the name of the instance: `link main`, ... */
  readonly name: string
  readonly ok: boolean
  /** What was found, good or bad, as a sentence for the operator. Contains no secrets. */
  readonly message: string
  /** How to mend it, when something is wrong. */
  readonly remedy?: string | undefined
}
