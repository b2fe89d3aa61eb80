/** The two flags that switch a record on and off. */
export interface SwitchOptions {
  readonly enabled?: boolean
  readonly disabled?: boolean
}

/** Undefined when neither flag was given, so that nothing changes. */
export function readSwitch({ enabled, disabled }: SwitchOptions): boolean | undefined {
  if (enabled) return true
  return disabled ? false : undefined
}
