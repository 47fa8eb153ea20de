import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { poll } from '../../test/poll.ts'
import { openStackWithBrowser, type StackWithBrowser } from '../visit/open-visit.ts'
import { ask, type Login, sessionCookieOf } from './requests.ts'

/** A whole stack where people sign in by password, with its first administrator. */
export interface AccessDesk extends StackWithBrowser {
  readonly url: string
  readonly admin: Login & { readonly cookie: string }
}

export async function openAccessDesk(env: Readonly<Record<string, string>> = {}): Promise<AccessDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-access-'))
  const login = { email: 'root@example.com', password: 'the first of all passwords' }
  writeFileSync(join(folder, 'password'), `${login.password}\n`)
  const site = await openStackWithBrowser({
    ERRATA_LOGIN: 'password',
    ERRATA_ADMIN_EMAIL: login.email,
    ERRATA_ADMIN_PASSWORD_FILE: join(folder, 'password'),
    ERRATA_BEHIND_PROXY: '1',
    ...env,
  })
  const url = site.stack.deskUrl
  return {
    ...site,
    url,
    admin: { ...login, cookie: await firstSignIn(url, login) },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The desk makes the administrator once it listens; each try is from another address, so that waiting locks none. */
async function firstSignIn(url: string, { email, password }: Login): Promise<string> {
  let nth = 0
  const answer = await poll(
    () => ask(`${url}/sign-in`, { form: { email, password }, from: `198.51.100.${++nth % 250}` }),
    ({ status }) => status === 302,
  )
  return sessionCookieOf(answer)
}
