// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/**
 * Makes an untrusted text fit for one line of a mail's header: line breaks and other control characters become a blank,
 * so that it cannot add a header. Cut at 200 characters.
 */
export function headerLine(text: string): string {
  return [...text.replace(CONTROLS, ' ').trim()].slice(0, 200).join('')
}
