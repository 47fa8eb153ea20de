import { expect, test } from 'vitest'
import { NO_ACCOUNTS } from './derive-accounts.ts'
import { identityIn, recognizePerson } from './recognize-person.server.ts'
import { createSecretKeys } from './seal.server.ts'

const keys = createSecretKeys(['a secret that is long enough for this'])

function recognize(claims: Record<string, unknown>, groups: Partial<Record<'admin' | 'triager' | 'viewer', string[]>>) {
  const who = { method: 'oidc', issuer: 'https://id.example', sub: 'ann', groupsClaim: 'groups' } as const
  const login = { groups: { admin: [], triager: [], viewer: [], ...groups } }
  return recognizePerson({ keys, login }, NO_ACCOUNTS, identityIn(claims, who))
}

const WITHHELD = { name: 'Ann', _claim_names: { groups: 'src1' } }

test('whose groups are withheld is refused where one of them could give a role, or a higher one', () => {
  expect(recognize(WITHHELD, { viewer: ['dev'] })).toEqual({ refused: 'groups-withheld' })
  expect(recognize(WITHHELD, { admin: ['sre'], viewer: ['*'] })).toEqual({ refused: 'groups-withheld' })
})

test('whose groups are withheld has the role of everybody where no group gives a higher one', () => {
  expect(recognize(WITHHELD, { viewer: ['*'] })).toMatchObject({ role: 'viewer' })
})

test('a new person is recorded with issuer and subject, by Errata itself', () => {
  const recognized = recognize({ name: 'Ann', email: ' Ann@Example.com', groups: ['sre'] }, { admin: ['sre'] })
  const who = { method: 'oidc', issuer: 'https://id.example', sub: 'ann' }
  expect(recognized).toMatchObject({
    role: 'admin',
    events: [
      { what: 'person', content: { by: '', name: 'Ann', email: 'ann@example.com', ...who } },
      { what: 'role', content: { by: '', role: 'admin' } },
    ],
  })
})

test('the same subject of another issuer is another person', () => {
  const login = { groups: { admin: [], triager: [], viewer: ['*'] } }
  const ids = ['https://id.example', 'https://other.example'].map(issuer => {
    const who = { method: 'oidc', issuer, sub: 'ann', groupsClaim: 'groups' } as const
    const person = recognizePerson({ keys, login }, NO_ACCOUNTS, identityIn({ email: 'ann@example.com' }, who))
    return 'refused' in person ? person.refused : person.id
  })
  expect(new Set(ids).size).toBe(2)
})
