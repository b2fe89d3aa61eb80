import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyText, type TextRules } from '../src/body-text.ts'
import { htmlText } from '../src/html-text.ts'

const MAIL = { subject: 'Alarm  in\n the cellar', text: 'Water is \nrising.\n\n\n\nCome!  \n\n-- \nPump 7\n' }

const ROWS: readonly (readonly [string, Partial<TextRules>, Partial<typeof MAIL>, string])[] = [
  ['the body', {}, {}, 'Water is\nrising.\n\nCome!'],
  ['the subject before it', { subject: 'before' }, {}, 'Alarm in the cellar\nWater is\nrising.\n\nCome!'],
  ['the subject alone, when there is no body', { subject: 'before' }, { text: '-- \nPump 7' }, 'Alarm in the cellar'],
  ['the body alone, when there is no subject', { subject: 'before' }, { subject: ' ', text: 'Come!' }, 'Come!'],
  ['nothing, when there is only a subject', {}, { text: '' }, ''],
  ['everything, when quotations stay', { stripQuotes: false }, { text: '> one\n-- \ntwo' }, '> one\n--\ntwo'],
  ['the line ends of an SMS', {}, { text: 'one\r\ntwo\rthree' }, 'one\ntwo\nthree'],
]
describe('the text of a mail', () => {
  for (const [name, rules, mail, text] of ROWS)
    test(name, () =>
      assert.equal(bodyText({ ...MAIL, ...mail }, { subject: 'ignore', stripQuotes: true, ...rules }), text),
    )
})

const PAGES: readonly (readonly [string, string, string])[] = [
  ['paragraphs', '<p>One</p><p>Two</p>', 'One\nTwo'],
  ['lines', 'One<br>Two<div>Three</div>', 'One\nTwo\nThree'],
  ['entities', 'Caf&eacute; &lt;5&nbsp;&euro;&gt; &#128512;', 'Café <5 €> 😀'],
  ['long lines', `<p>${'word '.repeat(100)}</p>`, 'word '.repeat(100).trim()],
  ['headings', '<h1>Alarm</h1>Come', 'Alarm\nCome'],
  ['styles and scripts', '<style>p{}</style><script>alert(1)</script><p>Text</p>', 'Text'],
  ['pictures', '<img src="https://tracker.example/1.gif" alt="Logo">Text', 'Text'],
  ['a link', 'See <a href="https://acme.example/a">here</a>', 'See here (https://acme.example/a)'],
  [
    'a link that shows its address',
    '<a href="https://acme.example/a">https://acme.example/a</a>',
    'https://acme.example/a',
  ],
  ['lists', '<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  [
    'tables',
    '<table><tr><td>Pump</td><td>7</td></tr><tr><td>Level</td><td>high</td></tr></table>',
    'Pump 7\nLevel high',
  ],
  [
    'Gmail',
    '<div dir="ltr">Yes</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, 3 Feb 2026 at 14:30, Jo &lt;<a href="mailto:jo@acme.example">jo@acme.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote">Coming?</blockquote></div>',
    'Yes',
  ],
  [
    'Outlook',
    '<p>Yes</p><hr><div><p><b>From:</b> Jo<br><b>Sent:</b> Monday<br><b>To:</b> Al<br><b>Subject:</b> x</p></div><p>Coming?</p>',
    'Yes',
  ],
  ['what is too long', `<p>${'x'.repeat(300_000)}</p>`, ''],
  ['what is nested too deep', `${'<b>'.repeat(100_000)}x`, ''],
]
describe('the text of a page', () => {
  for (const [name, html, text] of PAGES)
    test(name, () =>
      assert.equal(bodyText({ subject: '', text: htmlText(html) }, { subject: 'ignore', stripQuotes: true }), text),
    )
})
