import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorCookie, normalizeAuthor, readAuthor } from './author-cookie.ts'

const asking = (cookie: string) => new Request('http://desk.test/', { headers: { cookie } })

test('the name that was given is the name that is read, whatever it is, beside other cookies', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), text => {
      const name = normalizeAuthor(text)
      const [pair = ''] = authorCookie(name).split(';')
      expect(readAuthor(asking(`errata_theme=dark; ${pair}; x=y`))).toBe(name)
    }),
  )
})

test.each(['', 'errata_who=%', 'errata_who=%E0%A4%A', 'other=Ann'])('%s names nobody', cookie => {
  expect(readAuthor(asking(cookie))).toBe('')
})
