import { createCookie, type RouterContextProvider } from 'react-router'
import { authorOfPerson } from '../../store/accounts/name-author.ts'
import { readerContext } from './reader.ts'

const cookie = createCookie('errata_who', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 31_536_000 })
const MAX_CHARS = 60

/** Who makes a change. */
export interface Author {
  /** As events have it: the person who is signed in, else a typed name; '' for none. */
  readonly who: string
  /** As pages show it. */
  readonly name: string
}

interface RequestArgs {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
}

/** The person who is signed in. Where nobody signs in, the name that the reader entered once, which proves nothing. */
export async function readAuthor({ request, context }: RequestArgs): Promise<Author> {
  const reader = context.get(readerContext)
  if (reader !== null && reader.id !== '') return { who: authorOfPerson(reader.id), name: reader.name }
  const typed: unknown = await cookie.parse(request.headers.get('cookie'))
  const name = typeof typed === 'string' ? normalizeAuthor(typed) : ''
  return { who: name, name }
}

/** A typed name as it is stored: on one line, at most sixty characters, and none that could be taken for a person who signed in. */
export const normalizeAuthor = (text: string) =>
  [
    ...text
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
      .replace(/^(?:person:\s*)+/, ''),
  ]
    .slice(0, MAX_CHARS)
    .join('')

/** The value of `Set-Cookie` that stores or removes a name. */
export const authorCookie = (name: string) => cookie.serialize(name, name === '' ? { maxAge: 0 } : {})

/** The author of a form: the person who is signed in, else the name in it, which is stored, or the stored one. */
export async function readFormAuthor(
  form: FormData,
  args: RequestArgs,
): Promise<{ readonly who: string; readonly headers: HeadersInit }> {
  const known = await readAuthor(args)
  const typed = form.get('who')
  if (typeof typed !== 'string' || (args.context.get(readerContext)?.id ?? '') !== '')
    return { who: known.who, headers: {} }
  const name = normalizeAuthor(typed)
  return { who: name === '' ? known.who : name, headers: { 'set-cookie': await authorCookie(name) } }
}
