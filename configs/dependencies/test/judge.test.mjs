import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, readReport } from '../judge.mjs'

const TODAY = new Date('2026-03-01T12:00:00Z')
const severe = { id: 'GHSA-1', name: 'left', severity: 'high', title: 'It breaks' }
const allowedUntil = (until) => [{ advisory: 'GHSA-1', package: 'left', until, reason: 'not reachable' }]

for (const [name, advisories, allowed, isGood, says] of [
  ['nothing is known', [], [], true, /No known/],
  ['a high one', [severe], [], false, /^FAILED {2}high: left, GHSA-1/],
  ['a critical one', [{ ...severe, severity: 'critical' }], [], false, /^FAILED/],
  ['a moderate one', [{ ...severe, severity: 'moderate' }], [], true, /^noted/],
  ['one that is allowed', [severe], allowedUntil('2026-03-01'), true, /^allowed .* not reachable$/],
  ['one whose date has passed', [severe], allowedUntil('2026-02-28'), false, /was allowed until 2026-02-28/],
  ['one allowed for another package', [{ ...severe, name: 'right' }], allowedUntil('2026-03-01'), false, /^FAILED/],
  ['one allowed that is gone', [], allowedUntil('2026-03-01'), false, /take it out/],
  [
    'one allowed that is no longer severe',
    [{ ...severe, severity: 'low' }],
    allowedUntil('2026-03-01'),
    false,
    /take it out/,
  ],
]) {
  test(`${name}: the run ${isGood ? 'passes' : 'fails'}`, () => {
    const judged = judge(advisories, allowed, TODAY)
    assert.equal(judged.isGood, isGood)
    assert.match(judged.lines.at(-1), says)
  })
}

test('a report is told from what a registry says that does not answer', () => {
  const advisory = { module_name: 'left', severity: 'high', github_advisory_id: 'GHSA-1', title: 'It breaks' }
  assert.deepEqual(readReport(JSON.stringify({ advisories: { 7: advisory }, metadata: {} })), [severe])
  assert.deepEqual(readReport('{"advisories":{},"metadata":{}}'), [])
  for (const text of [
    '',
    'Error: ERR_PNPM_AUDIT_BAD_RESPONSE',
    '{"error":{"code":"X"}}',
    'null',
    '{"advisories":null}',
  ])
    assert.equal(readReport(text), undefined, text)
})
