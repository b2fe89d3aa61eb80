import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ERRORS, errorById, STATUSES, statusById } from '../src/index.ts'
import { ERROR_ROWS, STATUS_ROWS } from './registry-rows.ts'

describe('status registry', () => {
  for (const [groupId, groupName, rows] of STATUS_ROWS) {
    for (const row of rows) {
      const [id, name] = row.split(' ')
      it(`has ${row} in group ${groupId} ${groupName}`, () => {
        const status = STATUSES.find((candidate) => candidate.id === Number(id) && candidate.groupId === groupId)
        assert.deepEqual(status && [status.groupName, status.name], [groupName, name])
      })
    }
  }

  it('has nothing else', () => assert.equal(STATUSES.length, STATUS_ROWS.flatMap(([, , rows]) => rows).length))

  it('describes each status in a few words', () => {
    for (const { name, description } of STATUSES) assert.match(description, /^[A-Z][\w ,-]{4,60}$/, name)
  })

  it('shows the literal of the specification for opted-out contacts', () => {
    assert.equal(statusById(14).description, 'Contact has opted out')
  })

  it('finds a status by its id', () => {
    for (const status of STATUSES) assert.equal(statusById(status.id).name, status.name)
    assert.equal(statusById(87).groupName, 'EXPIRED')
    assert.throws(() => statusById(1), RangeError)
  })
})

describe('error registry', () => {
  for (const [groupId, groupName, rows] of ERROR_ROWS) {
    for (const row of rows) {
      const [id, name, permanent] = row.split(' ')
      it(`has ${row} in group ${groupId} ${groupName}`, () => {
        const error = ERRORS.find((candidate) => candidate.id === Number(id) && candidate.groupId === groupId)
        assert.deepEqual(error && [error.groupName, error.name, error.permanent], [groupName, name, permanent === 'P'])
      })
    }
  }

  it('has nothing else', () => assert.equal(ERRORS.length, ERROR_ROWS.flatMap(([, , rows]) => rows).length))

  it('describes each error in a few words', () => {
    for (const { name, description } of ERRORS) assert.match(description, /^[A-Z][\w :,-]{4,60}$/, name)
  })

  it('finds an error by its id', () => {
    for (const error of ERRORS) assert.equal(errorById(error.id)?.name, error.name)
    assert.equal(errorById(4102)?.groupName, 'USER_ERRORS')
    assert.equal(errorById(3), undefined)
  })
})
