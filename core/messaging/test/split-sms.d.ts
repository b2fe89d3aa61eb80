declare module 'split-sms' {
  interface SplitResult {
    readonly characterSet: 'GSM' | 'Unicode'
    /** `content` is undefined when only a summary was requested. `bytes` are septets or, for Unicode, octets. */
    readonly parts: readonly { readonly content: string; readonly length: number; readonly bytes: number }[]
  }
  export function split(message: string): SplitResult
}
