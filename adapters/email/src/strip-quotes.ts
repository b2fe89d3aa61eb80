/** A line after which only the signature follows (RFC 3676 section 4.3); many programs drop its blank. */
const SIGNATURE = /^-- ?$/

/** Signatures that mail programs and devices add on their own. */
const PROGRAM_SIGNATURE = new RegExp(
  [
    '^sent from (my |outlook|mail for|yahoo|samsung|proton|gmail|a mobile).{0,80}$',
    '^sent (with|via|using) .{1,80}$',
    '^get (outlook|bluemail) for .{1,80}$',
    '^(envoy[ée]|exp[ée]di[ée]) (de|depuis|à partir de|avec) (mon|ma|outlook|yahoo|courrier|proton).{0,80}$',
    '^obtenez outlook pour .{1,80}$',
    '^t[ée]l[ée]chargez outlook .{1,80}$',
    '^von mein(em|er) .{1,60} gesendet\\.?$',
    '^gesendet (von|mit) .{1,80}$',
    '^(enviado|inviato|verzonden|verstuurd|gestuur|skickat|sendt) (desde|do|da|vanaf|vanuit|van|från|fra) .{1,80}$',
  ].join('|'),
  'iu',
)

/**
 * `On <when>, <who> wrote:` as mail programs write it in their languages, always with a date or an address. The blank
 * before a colon is French.
 */
const ATTRIBUTION =
  /^(?=.*[\d@])(on\b.{4,300}\bwrote|le\b.{4,300}\ba écrit|am\b.{4,300}\bschrieb\b.{0,150}|el\b.{4,300}\bescribió|il\b.{4,300}\bha scritto|op\b.{4,300}\b(schreef|geskryf)\b.{0,150}|em\b.{4,300}\bescreveu|den\b.{4,300}\bskrev\b.{0,150})\s?:$/iu

/** The most characters of an attribution of that kind, in UTF-16 code units. */
const LONGEST_ATTRIBUTION = 1_000

/** What follows the address in `<when>, <who> <address> wrote:`. */
const AFTER_ADDRESS = /> (wrote|a écrit|schrieb|escribió|schreef)\s?:$/iu

/** The most lines over which an attribution may be folded. */
const FOLDED = 4

const ORIGINAL =
  /^[-_ ]{3,}(?:[^\S ]\s*)?(original message|original appointment|message d[’']origine|message original|ursprüngliche nachricht|mensaje original|messaggio originale|oorspronkelijk bericht|oorspronklike boodskap|reply message|replied message)(?:\s*[^\S ])?[-_ ]{3,}$/iu

const RULE = /^[_-]{10,}$/

/** First fields of the header that Outlook puts before a quoted mail. Asterisks are bold type turned into text. */
const HEADER_FROM = /^\*{0,2}(from|de|von|van|da|från|fra)\s?:\*{0,2}\s?\S/iu
const HEADER_DATE =
  /^\*{0,2}(sent|date|envoyé( le)?|gesendet|datum|enviado( el)?|enviada em|fecha|data|inviato|verzonden|gestuur|skickat|sendt)\s?:/iu
const HEADER_OTHER =
  /^\*{0,2}(to|cc|subject|à|objet|an|betreff|para|asunto|assunto|a|oggetto|aan|onderwerp|onderwerpe|till|til|ämne|emne)\s?:/iu

/**
 * Returns what the writer of a mail has written, without the mail that it answers and without a signature. Answers
 * between and below quoted lines stay, and so does a forwarded mail, because its writer wants it to be read.
 */
export function stripQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n')
  return withoutSignature(withoutQuotes(lines)).join('\n').trim()
}

function withoutQuotes(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string
    if (isQuoted(line)) {
      at += 1
      continue
    }
    const length = introductionAt(lines, at)
    if (length === 0) {
      kept.push(line)
      at += 1
      continue
    }
    // A quotation with marks ends where they end; without marks, everything that follows is quoted.
    at += length
    while (lines[at]?.trim() === '') at += 1
    if (!isQuoted(lines[at] ?? '')) break
  }
  return kept
}

function isQuoted(line: string): boolean {
  return line.trimStart().startsWith('>')
}

/** Returns how many lines, from this one on, introduce a quoted mail; 0 for none. */
function introductionAt(lines: readonly string[], at: number): number {
  const line = lines[at]?.trim() ?? ''
  if (line === '') return 0
  if (ORIGINAL.test(line)) return 1
  if (RULE.test(line)) return isHeader(lines, lines[at + 1]?.trim() === '' ? at + 2 : at + 1) ? 1 : 0
  if (isHeader(lines, at)) return 1
  return line.includes('@') || /^(on|le|am|el|il|op|em|den)\b/i.test(line) ? attributionAt(lines, at) : 0
}

/** Returns over how many lines, from this one on, an attribution is folded; 0 when there is none. */
function attributionAt(lines: readonly string[], at: number): number {
  const folded: string[] = []
  while (folded.length < FOLDED) {
    const line = lines[at + folded.length]?.trim() ?? ''
    if (line === '' || isQuoted(line)) return 0
    folded.push(line)
    if (line.endsWith(':') && isAttribution(folded.join(' '))) return folded.length
  }
  return 0
}

function isAttribution(text: string): boolean {
  return (text.length <= LONGEST_ATTRIBUTION && ATTRIBUTION.test(text)) || isAddressed(text)
}

/** Returns whether an address in angle brackets, after 1 to 200 characters in the same line, ends an attribution. */
function isAddressed(text: string): boolean {
  const end = AFTER_ADDRESS.exec(text)?.index
  if (end === undefined) return false
  const before = text.slice(0, end)
  const lastWord = before.split(/\s/).at(-1) ?? ''
  const open = before.indexOf('<', Math.max(1, end - lastWord.length))
  if (open < 0 || !/^.{1,200}$/u.test(before.slice(0, open))) return false
  return before.lastIndexOf('@', end - 2) >= open + 2
}

/** Returns whether From, Sent and a further field follow one another from here. */
function isHeader(lines: readonly string[], at: number): boolean {
  if (!HEADER_FROM.test(lines[at]?.trim() ?? '')) return false
  const others = lines.slice(at + 1, at + 6).map((line) => line.trim())
  return others.some((line) => HEADER_DATE.test(line)) && others.some((line) => HEADER_OTHER.test(line))
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => SIGNATURE.test(line))
  const kept = at < 0 ? [...lines] : lines.slice(0, at)
  for (;;) {
    while (kept.at(-1)?.trim() === '') kept.pop()
    const last = kept.at(-1)?.trim()
    if (last === undefined || !PROGRAM_SIGNATURE.test(last)) return kept
    kept.pop()
  }
}
