import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretKeys } from './seal.server.ts'

const keys = createSecretKeys(['a secret that is long enough for this'])
const event = fc.record({
  subject: fc.string(),
  atNs: fc.bigInt({ min: 0n, max: 2n ** 63n }),
  id: fc.string(),
  what: fc.string(),
})

test('what was sealed opens again, and tells nothing of its content', () => {
  fc.assert(
    fc.property(event, fc.jsonValue(), (columns, content) => {
      const sealed = keys.seal(columns, content)
      expect(keys.open(sealed)).toEqual(JSON.parse(JSON.stringify(content)))
      expect(sealed.sealed).not.toBe(keys.seal(columns, content).sealed)
    }),
  )
})

test('an event that was changed or moved in any column does not open', () => {
  fc.assert(
    fc.property(event, event, fc.constantFrom('subject', 'atNs', 'id', 'what'), (columns, other, column) => {
      fc.pre(columns[column] !== other[column])
      const sealed = keys.seal(columns, { role: 'viewer' })
      expect(keys.open({ ...sealed, [column]: other[column] })).toBeUndefined()
    }),
  )
})

test('a byte that was changed is noticed', () => {
  const sealed = keys.seal({ subject: 'a', atNs: 1n, id: 'i', what: 'role' }, { role: 'viewer' })
  const bytes = Buffer.from(sealed.sealed, 'base64url')
  for (const i of bytes.keys()) {
    const changed = Uint8Array.from(bytes)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(keys.open({ ...sealed, sealed: Buffer.from(changed).toString('base64url') })).toBeUndefined()
  }
  for (const sealed2 of ['', 'x', 'AAAA', sealed.sealed.slice(0, -4)])
    expect(keys.open({ ...sealed, sealed: sealed2 })).toBeUndefined()
})

test('an older key opens what it sealed, and only the newest one seals', () => {
  const sealed = keys.seal({ subject: 'a', atNs: 1n, id: 'i', what: 'role' }, 'content')
  const rotated = createSecretKeys(['another secret that is long enough', 'a secret that is long enough for this'])
  expect(rotated.open(sealed)).toBe('content')
  expect(keys.open(rotated.seal({ subject: 'a', atNs: 1n, id: 'i', what: 'role' }, 'content'))).toBeUndefined()
})

test('ids are equal for equal parts alone', () => {
  expect(keys.identify('password', 'a@b')).toEqual(keys.identify('password', 'a@b'))
  expect(keys.identify('password', 'a@b')).not.toEqual(keys.identify('passworda', '@b'))
})
