/**
 * Characters that make a terminal do something other than show a character: the control characters (C0, DEL, C1, and so
 * every escape sequence), line and paragraph separators, and the marks that change the direction of writing.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The same, except line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS_IN_LINES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * Escapes a text for one line of a terminal: text from others can neither begin a line of its own nor hide, colour or
 * overwrite anything. The escapes are those of JSON (`\n`, `\u001b`), so that JSON stays the same JSON.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, written)
}

/** Like `escapeControls`, for a text that has several lines. */
export function escapeControlsInLines(text: string): string {
  return text.replace(CONTROLS_IN_LINES, written)
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function written(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
