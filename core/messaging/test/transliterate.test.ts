import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGsmText, type Transliteration, transliterate } from '../src/index.ts'

const ROWS: readonly (readonly [Transliteration, text: string, expected: string])[] = [
  ['turkish', 'Şişli, ığdır ÇAĞ İyi', 'Sisli, igdir ÇAG Iyi'],
  ['greek', 'Καλημέρα ΰω, Ά', 'KAΛHMEPA YΩ, A'],
  ['cyrillic', 'Привет, Щука и съезд', 'Privet, Shchuka i sezd'],
  ['cyrillic', 'Київ, Єва', 'Kiyiv, Yeva'],
  ['serbian-cyrillic', 'Ђорђе Љубић, Џак', 'Djordje Ljubic, Dzak'],
  ['bulgarian-cyrillic', 'Щъркел Жаба', 'Shtarkel Zhaba'],
  ['central-european', 'Žluťoučký kůň, Łódź, Đorđe', 'Zlutoucky kun, Lodz, Dorde'],
  ['baltic', 'Ķēniņš Šūpė', 'Kenins Supe'],
  ['portuguese', 'Ação, AVÔ não', 'Acao, AVO nao'],
  ['colombian', 'Bogotá ÍÓÚ é ñ', 'Bogota IOU é ñ'],
  ['non-unicode', '“5…” ½ ŷ', '"5..." 1/2 y'],
  ['all', 'Здраво ђ – Γειά ş “ok”', 'Zdravo dj - ΓEIA s "ok"'],
]

for (const [transliteration, text, expected] of ROWS)
  test(`${transliteration}: ${text}`, () => {
    assert.equal(transliterate(text, transliteration), expected)
    assert.ok(isGsmText(expected))
  })

const STAY: readonly (readonly [Transliteration, text: string])[] = [
  ['cyrillic', 'é € Ω @ [plain]'],
  ['cyrillic', '你好 😀'],
  ['turkish', 'Привет'],
  ['all', '你好 😀'],
]

for (const [transliteration, text] of STAY)
  test(`${transliteration} leaves ${text}`, () => assert.equal(transliterate(text, transliteration), text))
