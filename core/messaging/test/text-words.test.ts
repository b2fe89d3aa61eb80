import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysAll, textBeginnings, textWords } from '../src/index.ts'

const TEXTS: readonly (readonly [text: string, words: readonly string[]])[] = [
  ['', []],
  ['… !', []],
  ['Your order #4711 is READY, your order!', ['your', 'order', '4711', 'is', 'ready']],
  ['Réunion d’équipe à 16 h', ['reunion', 'd', 'equipe', 'a', '16', 'h']],
  ['Встреча в понедельник', ['встреча', 'в', 'понедельник']],
  ['ﬁne ＷＯＲＤ', ['fine', 'word']],
  ['x'.repeat(50), ['x'.repeat(40)]],
]

for (const [text, words] of TEXTS) test(`words of “${text}”`, () => assert.deepEqual(textWords(text), words))

const SEARCHES: readonly (readonly [typed: string, text: string, isSaid: boolean])[] = [
  ['equip', 'Réunion d’équipe', true],
  ['ÉQUIPE réu', 'Réunion d’équipe', true],
  ['quipe', 'Réunion d’équipe', false],
  ['réunion lundi', 'Réunion d’équipe', false],
]

for (const [typed, text, isSaid] of SEARCHES)
  test(`“${text}” ${isSaid ? 'says' : 'does not say'} “${typed}”`, () =>
    assert.equal(saysAll(text, textBeginnings(typed)), isSaid))

test('eight words of a search count', () => assert.equal(textBeginnings('a b c d e f g h i').length, 8))
