import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canGroupsRaise, findGroupRole } from './group-role.ts'
import { includesRole } from './roles.ts'

const byRole = { admin: ['sre', 'cn=ops,dc=example'], triager: ['dev'], viewer: ['sales'] }

test.each([
  [['dev', 'sre'], 'admin'],
  [['cn=ops,dc=example'], 'admin'],
  [['dev', 'sales'], 'triager'],
  [['sales'], 'viewer'],
  [['SRE'], undefined],
  [[], undefined],
])('%j gives the role %s', (groups, role) => {
  expect(findGroupRole(groups, byRole)).toBe(role)
})

test('* is everybody, also who has no groups; a group named * is nothing else', () => {
  expect(findGroupRole([], { ...byRole, viewer: ['*'] })).toBe('viewer')
  expect(findGroupRole(['*'], byRole)).toBeUndefined()
})

test('one more group never lowers a role', () => {
  const group = fc.constantFrom('a', 'b', 'c', '*')
  const groups = fc.array(group, { maxLength: 4 })
  fc.assert(
    fc.property(groups, group, fc.record({ admin: groups, triager: groups, viewer: groups }), (has, more, roles) => {
      const [before, after] = [findGroupRole(has, roles), findGroupRole([...has, more], roles)]
      expect(before === undefined || (after !== undefined && includesRole(after, before))).toBe(true)
    }),
  )
})

test.each([
  [undefined, byRole, true],
  ['viewer', byRole, true],
  ['admin', byRole, false],
  ['viewer', { admin: [], triager: [], viewer: ['*'] }, false],
  ['viewer', { admin: [], triager: ['dev'], viewer: ['*'] }, true],
] as const)('beside the role %s of %j a group could give a higher one: %s', (role, roles, can) => {
  expect(canGroupsRaise(role, roles)).toBe(can)
})
