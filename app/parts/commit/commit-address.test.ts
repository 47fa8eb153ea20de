import { expect, test } from 'vitest'
import { commitAddress } from './commit-address.ts'

const revision = '4f5df85512aa6d9d0c0a7f5b1b2c3d4e5f607182'
const told = { revision, repository: 'https://github.com/acme/shop', isBrowser: false }

test.each([
  ['https://github.com/acme/shop', `https://github.com/acme/shop/commit/${revision}`],
  ['https://gitlab.example.com/acme/shop.git', `https://gitlab.example.com/acme/shop/commit/${revision}`],
  ['https://bitbucket.org/acme/shop/', `https://bitbucket.org/acme/shop/commits/${revision}`],
  ['https://github.com/acme/shop?x=1#y', `https://github.com/acme/shop/commit/${revision}`],
])('a commit of %s has a page', (repository, address) => {
  expect(commitAddress({ ...told, repository })).toBe(address)
})

test.each([
  ['javascript:alert(1)'],
  ['git@github.com:acme/shop.git'],
  ['https://user:secret@github.com/acme/shop'],
  ['https://github.com/'],
  [''],
])('a repository at %s has no pages', repository => {
  expect(commitAddress({ ...told, repository })).toBe('')
})

test('what is no id of git, and what a browser told, leads nowhere', () => {
  expect(commitAddress({ ...told, revision: '../../evil' })).toBe('')
  expect(commitAddress({ ...told, isBrowser: true })).toBe('')
})
