import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { authorCookie, normalizeAuthor, readAuthor as readAuthorOf, readFormAuthor } from './author-cookie.ts'
import { readerContext } from './reader.ts'

const asking = (cookie: string) => ({
  request: new Request('http://desk.test/', { headers: { cookie } }),
  context: new RouterContextProvider(),
})
const readAuthor = async (args: ReturnType<typeof asking>) => {
  const { who, name } = await readAuthorOf(args)
  expect(who).toBe(name)
  return name
}

/** Ours with a value that another program wrote. */
const forged = (value: unknown) => `errata_who=${encodeURIComponent(btoa(JSON.stringify(value)))}`

test('the name that was given is the name that is read, whatever it is, beside other cookies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 80 }), async text => {
      const name = normalizeAuthor(text)
      const [pair = ''] = (await authorCookie(name)).split(';')
      expect(await readAuthor(asking(`errata_theme=dark; ${pair}; x=y`))).toBe(name)
    }),
  )
})

test('is kept for a year, for this site alone and out of reach of scripts', async () => {
  const [, ...attributes] = (await authorCookie('Ann')).split('; ')
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'])
})

test('an empty name removes it', async () => {
  const [pair, ...attributes] = (await authorCookie('')).split('; ')
  expect(pair).toBe('errata_who=')
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'])
})

test('a name in a form is used and stored; an empty one removes the stored name, which the form still has', async () => {
  const [ann = ''] = (await authorCookie('Ann')).split(';')
  const send = async (who?: string) => {
    const form = new FormData()
    if (who !== undefined) form.set('who', who)
    const read = await readFormAuthor(form, asking(ann))
    return [read.who, new Headers(read.headers).get('set-cookie')]
  }
  expect(await send()).toEqual(['Ann', null])
  expect(await send(' Bob ')).toEqual(['Bob', await authorCookie('Bob')])
  expect(await send(' ')).toEqual(['Ann', await authorCookie('')])
})

test.each([
  '',
  'errata_who',
  'errata_who=',
  'errata_who=%',
  'errata_who=%E0%A4%A',
  'errata_who=Ann',
  'other=Ann',
  forged(1),
  forged(null),
  forged(['Ann']),
  forged({ toString: 'Ann' }),
])('%s names nobody', async cookie => {
  expect(await readAuthor(asking(cookie))).toBe('')
})

test('what another program wrote is a name on one line of at most sixty characters, or none', async () => {
  expect(await readAuthor(asking(forged(` ${'x'.repeat(99)}\n`)))).toBe('x'.repeat(60))
  const values = fc.oneof(
    fc.jsonValue().map(forged),
    fc.stringMatching(/^[\x20-\x7e]{0,40}$/).map(text => `errata_who=${text}`),
    fc.base64String().map(text => `errata_who=${text}`),
  )
  await fc.assert(
    fc.asyncProperty(values, async cookie => {
      const name = await readAuthor(asking(cookie))
      expect(name).toBe(normalizeAuthor(name))
    }),
  )
})

test('a person who is signed in is the author, whatever is typed or stored', async () => {
  const [ann = ''] = (await authorCookie('Ann')).split(';')
  const args = asking(ann)
  args.context.set(readerContext, { id: 'f00', name: 'Ben', role: 'triager', session: 's', isProgram: false })
  const form = new FormData()
  form.set('who', 'Cem')
  expect(await readAuthorOf(args)).toEqual({ who: 'person:f00', name: 'Ben' })
  expect(await readFormAuthor(form, args)).toEqual({ who: 'person:f00', headers: {} })
})

test('nobody can type what stands for a person', () => {
  const typed = fc
    .array(fc.constantFrom('person:', ' ', '\n', 'f00', 'p'), { maxLength: 9 })
    .map(parts => parts.join(''))
  fc.assert(fc.property(typed, text => !normalizeAuthor(text).startsWith('person:')))
})
