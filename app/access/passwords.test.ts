import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { findPasswordFault, hashPassword, verifyPassword } from './passwords.server.ts'

test('a password is verified by its hash, in whatever form its accents are typed', async () => {
  const hash = await hashPassword('größer als zwölf')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('größer als zwölf'.normalize('NFD'), hash)).toBe('right')
  expect(await verifyPassword('größer als zwolf', hash)).toBe('wrong')
})

test.each(['', 'x', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
  'no password fits the hash %j',
  async hash => {
    expect(await verifyPassword('', hash)).toBe('wrong')
    expect(await verifyPassword('correct horse battery', hash)).toBe('wrong')
  },
)

test('a hash with other parameters is right and outdated', async () => {
  const nonce = Buffer.alloc(16, 1)
  const tag = argon2Sync('argon2id', {
    message: 'correct horse battery',
    nonce,
    memory: 8_192,
    passes: 3,
    parallelism: 1,
    tagLength: 32,
  })
  const hash = `$argon2id$v=19$m=8192,t=3,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${tag.toString('base64').replace(/=+$/, '')}`
  expect(await verifyPassword('correct horse battery', hash)).toBe('outdated')
})

const person = { name: 'Ann Lee', email: 'ann@example.com' }

test.each([
  ['eleven chrs', 'at least 12'],
  ['ä'.repeat(65), 'at most 128 bytes'],
  ['my ann lee password', 'your name'],
  ['abababababababab', 'first that are tried'],
  ['123456789012', 'first that are tried'],
  ['abcdefghijklmnop', 'first that are tried'],
])('%j is refused', (password, why) => {
  expect(findPasswordFault(password, person)).toContain(why)
})

test.each(['correct horse battery', `${'ä'.repeat(6)} und sechs ö`, '🐎🔋 staple!!!'])('%j is taken', password => {
  expect(findPasswordFault(password, person)).toBeUndefined()
})
