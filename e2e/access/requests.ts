import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

/** The roles of people, each including those before it. */
export const ROLES = ['viewer', 'triager', 'admin'] as const
export type Role = (typeof ROLES)[number]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** What is sent besides a method and a path. */
export interface Sending {
  readonly cookie?: string
  /** A token, sent as `Authorization: Bearer`. */
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  /** Address of the client as a proxy tells it. */
  readonly from?: string
  /** The site whose page sends it. */
  readonly origin?: string
}

/** Sends one request and follows no redirect; with `form` a POST. */
export async function ask(url: string, { cookie, token, form, from, origin }: Sending = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(origin === undefined ? {} : { origin }),
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** A session's cookie, as a browser sends it; '' if none was set. */
export function sessionCookieOf({ headers }: Pick<Answer, 'headers'>): string {
  const set = headers.getSetCookie().find(each => /^(errata_session|__Host-errata)=/.test(each)) ?? ''
  return set.split(';')[0] ?? ''
}

export interface Login {
  readonly email: string
  readonly password: string
}

/** The fields of the form to sign in. */
export const formOf = ({ email, password }: Login) => ({ email, password })

/** Signs in by the form. @returns the session's cookie */
export async function signIn(deskUrl: string, login: Login, sending: Sending = {}): Promise<string> {
  const answer = await ask(`${deskUrl}/sign-in`, { ...sending, form: formOf(login) })
  expect(answer.status, answer.body.slice(0, 500)).toBe(302)
  return sessionCookieOf(answer)
}

/** A link for a new account, made by an administrator as the form does. @returns its path and secret */
export async function makeInvitation(deskUrl: string, cookie: string, role: Role): Promise<string> {
  const { body } = await ask(`${deskUrl}/settings/people`, { cookie, form: { do: 'invite', role } })
  const [, path] = /<code>https?:\/\/[^/<]+(\/invitation\?token=[\w-]{43})<\/code>/.exec(body) ?? []
  if (path === undefined) throw new Error(`No link: ${body.slice(0, 500)}`)
  return path
}

export interface TestPerson extends Login {
  readonly name: string
  /** Of the session that the invitation began. */
  readonly cookie: string
}

/** Makes a person with an account by an invitation. */
export async function invitePerson(deskUrl: string, adminCookie: string, role: Role): Promise<TestPerson> {
  const path = await makeInvitation(deskUrl, adminCookie, role)
  const person = newLogin(role)
  const answer = await ask(deskUrl + path, { form: { ...person, again: person.password } })
  expect(answer.status, answer.body.slice(0, 500)).toBe(302)
  return { ...person, cookie: sessionCookieOf(answer) }
}

/** A name, an address and a password that nobody else has. */
export function newLogin(name: string): Login & { readonly name: string } {
  return { name, email: `${name}-${randomUUID()}@example.com`, password: `it is ${randomUUID()}` }
}

/** Makes a token by the form. @returns its text */
export async function makeToken(deskUrl: string, cookie: string, scope: string): Promise<string> {
  const form = { name: `${scope} ${randomUUID()}`, scope, days: '1' }
  const { body } = await ask(`${deskUrl}/settings/tokens`, { cookie, form })
  const [, text] = /<code>(errata_[\da-f]{8}_\w{49})<\/code>/.exec(body) ?? []
  if (text === undefined) throw new Error(`No token: ${body.slice(0, 500)}`)
  return text
}

/** Changes a person by the form of the page of people, as an administrator. */
export async function changePerson(
  deskUrl: string,
  adminCookie: string,
  email: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const { body } = await ask(`${deskUrl}/settings/people`, { cookie: adminCookie })
  const row = body.split('<tr').find(each => each.includes(email)) ?? ''
  const [, person] = /name="person" value="([\da-f]{32})"/.exec(row) ?? []
  if (person === undefined) throw new Error(`${email} is not among the people`)
  const answer = await ask(`${deskUrl}/settings/people`, { cookie: adminCookie, form: { person, ...form } })
  expect(answer.status, answer.body.slice(0, 500)).toBe(200)
}
