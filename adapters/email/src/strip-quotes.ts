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
  /^(?=.*[\d@])(on\b.{4,300}\bwrote|le\b.{4,300}\ba écrit|am\b.{4,300}\bschrieb\b.{0,150}|el\b.{4,300}\bescribió|il\b.{4,300}\bha scritto|op\b.{4,300}\b(schreef|geskryf)\b.{0,150}|em\b.{4,300}\bescreveu|den\b.{4,300}\bskrev\b.{0,150}|.{1,200}<\S+@\S+> (wrote|a écrit|schrieb|escribió|schreef))\s?:$/iu

/** The most lines over which an attribution may be folded. */
const FOLDED = 4

const ORIGINAL =
  /^[-_ ]{3,}\s*(original message|original appointment|message d[’']origine|message original|ursprüngliche nachricht|mensaje original|messaggio originale|oorspronkelijk bericht|oorspronklike boodskap|reply message|replied message)\s*[-_ ]{3,}$/iu

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
    const next = lines.findIndex((each, index) => index >= at + length && each.trim() !== '')
    if (next < 0 || !isQuoted(lines[next] ?? '')) break
    at = next
  }
  return kept
}

function isQuoted(line: string): boolean {
  return line.trimStart().startsWith('>')
}

/** Returns how many lines, from this one on, introduce a quoted mail; 0 for none. */
function introductionAt(lines: readonly string[], at: number): number {
  const line = lines[at]?.trim() ?? ''
  if (ORIGINAL.test(line)) return 1
  if (RULE.test(line)) return isHeader(lines, lines[at + 1]?.trim() === '' ? at + 2 : at + 1) ? 1 : 0
  if (isHeader(lines, at)) return 1
  if (!/^(on|le|am|el|il|op|em|den)\b/i.test(line) && !line.includes('@')) return 0
  for (let count = 1; count <= FOLDED; count += 1) {
    const folded = lines.slice(at, at + count)
    if (folded.length < count || folded.some((each) => each.trim() === '' || isQuoted(each))) return 0
    if (ATTRIBUTION.test(folded.map((each) => each.trim()).join(' '))) return count
  }
  return 0
}

/** Returns whether From, Sent and a further field follow one another from here. */
function isHeader(lines: readonly string[], at: number): boolean {
  const [from = '', ...others] = lines.slice(at, at + 6).map((line) => line.trim())
  if (!HEADER_FROM.test(from)) return false
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
