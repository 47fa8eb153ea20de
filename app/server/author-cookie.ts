const COOKIE = 'errata_who'
const A_YEAR_S = 31_536_000
const MAX_CHARS = 60

/** The name that the reader entered once; '' if none. It proves nothing, because there is no login. */
export function readAuthor(request: Request): string {
  const cookies = request.headers.get('cookie') ?? ''
  const written = new RegExp(`(?:^|; ?)${COOKIE}=([\\w%.~!*'()-]{1,1000})(?:;|$)`).exec(cookies)?.[1] ?? ''
  try {
    return normalizeAuthor(decodeURIComponent(written))
  } catch {
    return '' // not written by us
  }
}

/** A name as it is stored: on one line, at most sixty characters. */
export const normalizeAuthor = (text: string) =>
  [...text.replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, MAX_CHARS).join('')

/** The value of `Set-Cookie` that stores or removes a name. */
export function authorCookie(name: string): string {
  const value = name === '' ? '; Max-Age=0' : `${encodeURIComponent(name)}; Max-Age=${A_YEAR_S}`
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax`
}

/** The author of a form: the name in it, which is stored, or the stored one. */
export function readFormAuthor(
  form: FormData,
  request: Request,
): { readonly who: string; readonly headers: HeadersInit } {
  const typed = form.get('who')
  if (typeof typed !== 'string') return { who: readAuthor(request), headers: {} }
  const name = normalizeAuthor(typed)
  return { who: name === '' ? readAuthor(request) : name, headers: { 'set-cookie': authorCookie(name) } }
}
