/** The two flags by which records are switched on and off. */
export interface SwitchOptions {
  readonly enabled?: boolean
  readonly disabled?: boolean
}

/** Undefined when neither was given: nothing is to change. */
export function readSwitch({ enabled, disabled }: SwitchOptions): boolean | undefined {
  if (enabled) return true
  return disabled ? false : undefined
}
