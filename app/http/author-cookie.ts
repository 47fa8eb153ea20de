import { createCookie } from 'react-router'

const cookie = createCookie('errata_who', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 31_536_000 })
const MAX_CHARS = 60

/** The name that the reader entered once; '' if none. It proves nothing, because there is no login. */
export async function readAuthor(request: Request): Promise<string> {
  const name: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof name === 'string' ? normalizeAuthor(name) : ''
}

/** A name as it is stored: on one line, at most sixty characters. */
export const normalizeAuthor = (text: string) =>
  [...text.replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, MAX_CHARS).join('')

/** The value of `Set-Cookie` that stores or removes a name. */
export const authorCookie = (name: string) => cookie.serialize(name, name === '' ? { maxAge: 0 } : {})

/** The author of a form: the name in it, which is stored, or the stored one. */
export async function readFormAuthor(
  form: FormData,
  request: Request,
): Promise<{ readonly who: string; readonly headers: HeadersInit }> {
  const typed = form.get('who')
  if (typeof typed !== 'string') return { who: await readAuthor(request), headers: {} }
  const name = normalizeAuthor(typed)
  const headers = { 'set-cookie': await authorCookie(name) }
  return { who: name === '' ? await readAuthor(request) : name, headers }
}
