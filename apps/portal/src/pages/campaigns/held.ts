/** Why an upload has stopped that only an operator can resume. */
export const HELD = 'ended-process'
