import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areGroupsWithheld, readGroups, readProfile } from './read-claims.ts'

describe('groups', () => {
  test.each([
    ['of a list', { groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    ['of a single text, commas and all', { groups: 'cn=a,dc=b' }, 'groups', ['cn=a,dc=b']],
    ['at a path, as Keycloak has them', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [
      'under a name that is a URL, as Auth0 has them',
      { 'https://a.example/groups': ['a'] },
      'https://a.example/groups',
      ['a'],
    ],
    ['under a name whose rest has dots', { a: { 'b.c': ['d'] } }, 'a.b.c', ['d']],
    ['nowhere', { name: 'Ann' }, 'groups', undefined],
    ['of something else than texts', { groups: [1] }, 'groups', undefined],
    ['not of what every object inherits', {}, 'constructor.name', undefined],
  ] as const)('are read %s', (_, claims, path, expected) => {
    expect(readGroups(claims, path)).toEqual(expected)
  })

  test('are withheld if claims only name where they are', () => {
    const claims = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }
    expect(areGroupsWithheld(claims, 'groups')).toBe(true)
    expect(areGroupsWithheld({ ...claims, groups: ['a'] }, 'groups')).toBe(false)
    expect(areGroupsWithheld({ _claim_names: { address: 'src1' } }, 'groups')).toBe(false)
  })

  test('are read of any claims by any path without failing', () => {
    fc.assert(
      fc.property(fc.object(), fc.string(), (claims, path) => {
        const groups = readGroups(claims, path)
        expect(groups === undefined || groups.every(group => typeof group === 'string')).toBe(true)
      }),
    )
  })
})

describe('a name', () => {
  test.each([
    [{ name: 'Ann', preferred_username: 'ann', email: 'ann@example.com' }, 'Ann'],
    [{ preferred_username: 'ann', email: 'ann@example.com' }, 'ann'],
    [{ name: ' ', email: 'ann@example.com' }, 'ann@example.com'],
    [{ name: 7 }, 'the subject'],
    [{ name: 'Ann\n\u202Eof  A' }, 'Ann of A'],
    [{ name: 'person: 0123' }, '0123'],
  ])('of %j is %s', (claims, name) => {
    expect(readProfile(claims, 'the subject').name).toBe(name)
  })
})
