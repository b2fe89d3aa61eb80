import { gsmReplacement } from './beyond-gsm.ts'
import { isGsmText } from './gsm.ts'

/** Letters of a language or alphabet, each with what takes its place. */
type Letters = ReadonlyMap<string, string>

const CYRILLIC = letters(
  'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=ye ж=zh з=z и=i і=i ї=yi й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ў=u ф=f ' +
    'х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya',
)

const SERBIAN_CYRILLIC = letters(
  'а=a б=b в=v г=g д=d ђ=dj е=e ж=z з=z и=i ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r с=s т=t ћ=c у=u ф=f х=h ц=c ' +
    'ч=c џ=dz ш=s',
)

/** The law on transliteration of 2009. */
const BULGARIAN_CYRILLIC = letters(
  'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=ts ч=ch ш=sh щ=sht ъ=a ' +
    'ь=y ю=yu я=ya',
)

/** GSM 03.38 has the Greek capitals that do not look like a Latin one. */
const GREEK = letters(
  'α=A ά=A β=B γ=Γ δ=Δ ε=E έ=E ζ=Z η=H ή=H θ=Θ ι=I ί=I ϊ=I ΐ=I κ=K λ=Λ μ=M ν=N ξ=Ξ ο=O ό=O π=Π ρ=P σ=Σ ς=Σ τ=T υ=Y ' +
    'ύ=Y ϋ=Y ΰ=Y φ=Φ χ=X ψ=Ψ ω=Ω ώ=Ω',
)

/** By the names of what they replace. */
const TABLES = {
  turkish: plain('çğışâîû'),
  greek: GREEK,
  cyrillic: CYRILLIC,
  'serbian-cyrillic': SERBIAN_CYRILLIC,
  'bulgarian-cyrillic': BULGARIAN_CYRILLIC,
  'central-european': new Map([...plain('ąćęłńóśźżáčďěíňřšťúůýžľĺôŕőűëçâăîșşțţ'), ...letters('đ=d')]),
  baltic: plain('āčēģīķļņšūžąęėįųõ'),
  portuguese: plain('àáâãçéêíóôõú'),
  colombian: plain('áéíóú'),
  /** Signs and accents of any language: see `replaceBeyondGsm`. */
  'non-unicode': new Map(),
  all: new Map([...SERBIAN_CYRILLIC, ...CYRILLIC, ...GREEK, ...letters('đ=d')]),
} as const satisfies Record<string, Letters>

/** What of a text is replaced. */
export type Transliteration = keyof typeof TABLES

/** What replaces everything that has a replacement, besides its own letters. */
const REPLACES_SIGNS: readonly Transliteration[] = ['non-unicode', 'all']

/**
 * The text with letters of an alphabet replaced by those of GSM 03.38, so that it needs fewer parts. What GSM has, and
 * what has no replacement, stays: then the text still travels as UCS-2.
 */
export function transliterate(text: string, transliteration: Transliteration): string {
  if (isGsmText(text)) return text
  const table: Letters = TABLES[transliteration]
  const signs = REPLACES_SIGNS.includes(transliteration)
  const seen = new Map<string, string>()
  return text.replace(/[\u0080-\u{10ffff}]/gu, (character) => {
    const known = seen.get(character)
    if (known !== undefined) return known
    const replacement = isGsmText(character)
      ? character
      : (table.get(character) ?? (signs ? gsmReplacement(character) : null) ?? character)
    seen.set(character, replacement)
    return replacement
  })
}

/** Reads `letter=replacement`, and adds the capitals. */
function letters(list: string): Letters {
  const table = new Map<string, string>()
  for (const pair of list.split(' ')) {
    const [letter = '', replacement = ''] = pair.split('=')
    table.set(letter, replacement)
    table.set(letter.toUpperCase(), replacement.slice(0, 1).toUpperCase() + replacement.slice(1))
  }
  return table
}

/** Letters that lose their accents, and their capitals. */
function plain(list: string): Letters {
  const both = Array.from(list + list.toUpperCase()).concat(list.includes('ı') ? 'İ' : [])
  return new Map(both.map((letter) => [letter, gsmReplacement(letter) ?? letter]))
}
