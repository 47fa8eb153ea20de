import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLayoutFlaws } from '../../test/browser/find-layout-flaws.ts'
import { findViolations } from '../../test/browser/find-violations.ts'
import { poll } from '../../test/poll.ts'
import { leavePage } from '../visit/open-visit.ts'
import { type AccessDesk, openAccessDesk } from './open-access-desk.ts'
import {
  type Answer,
  ask,
  changePerson,
  formOf,
  invitePerson,
  makeInvitation,
  makeToken,
  newLogin,
  ROLES,
  type Role,
  type Sending,
  sessionCookieOf,
  signIn,
} from './requests.ts'
import { ROUTES } from './routes.ts'

/** Sign-in, roles, sessions and tokens of a real desk. */

let desk: AccessDesk

beforeAll(async () => {
  desk = await openAccessDesk()
})
afterAll(() => desk?.[Symbol.asyncDispose]())

/** Sends a request to the desk. */
const send = (path: string, sending?: Sending): Promise<Answer> => ask(desk.url + path, sending)
const invited = (role: Role) => invitePerson(desk.url, desk.admin.cookie, role)
const leadsToSignIn = ({ status, headers, body }: Answer) =>
  (status === 302 && /^\/sign-in(\?|$)/.test(headers.get('location') ?? '')) ||
  // A redirect of a data request is an answer with the redirect in it.
  (status === 202 && /"redirect","\/sign-in["?]/.test(body))

/** A program is told that its token is no good, and led to no page. */
const isInvalidToken = ({ status, headers }: Answer) =>
  status === 401 && headers.get('www-authenticate') === 'Bearer error="invalid_token"'

describe('of every route', () => {
  /** Who sends requests, and the role that they have. */
  interface Sender {
    readonly name: string
    readonly role: Role | undefined
    readonly sending: Sending
  }
  type Verdict = 'answered' | 'not known' | 'forbidden'

  let senders: readonly Sender[]

  beforeAll(async () => {
    const [viewer, triager, admin] = [await invited('viewer'), await invited('triager'), await invited('admin')]
    const token = async (name: string, owner: { cookie: string }, scope: string, role: Role): Promise<Sender> => {
      const sender = { name, role, sending: { token: await makeToken(desk.url, owner.cookie, scope) } }
      // Its first use is an event.
      expect((await send('/account', sender.sending)).status).toBe(200)
      return sender
    }
    senders = [
      { name: 'nobody', role: undefined, sending: {} },
      { name: 'a made-up token', role: undefined, sending: { token: 'errata_00000000_made-up' } },
      { name: 'a viewer', role: 'viewer', sending: { cookie: viewer.cookie } },
      { name: 'a triager', role: 'triager', sending: { cookie: triager.cookie } },
      { name: 'an administrator', role: 'admin', sending: { cookie: admin.cookie } },
      await token("an administrator's token to read", admin, 'read', 'viewer'),
      await token("an administrator's token to triage", admin, 'triage', 'triager'),
      await token("an administrator's token for everything", admin, 'admin', 'admin'),
      await token("a viewer's token for everything", viewer, 'admin', 'viewer'),
    ]
  })

  /** Whatever an action of this app reads, with values that would change something. */
  const form = {
    ...{ do: 'invite', role: 'admin', note: 'from where it must not come', name: 'a name', scope: 'admin', days: '1' },
    ...{ email: 'mallory@example.com', password: 'a password of somebody', again: 'a password of somebody' },
    ...{ state: 'resolved', intent: 'resolve', what: 'resolved', comment: 'a comment', who: 'Mallory', issue: '1' },
  }
  const withData = (path: string) => path.replace(/^\/(?=\?|$)/, '/_').replace(/(?=\?|$)/, '.data')

  /** All ways to ask for a route. */
  const ways = ROUTES.filter(([pattern]) => pattern !== '/sign-out').flatMap(([pattern, path, read, act]) => [
    { what: `GET ${pattern}`, path, needs: read, more: {} },
    { what: `GET ${pattern} as data`, path: withData(path), needs: read, more: {} },
    { what: `POST ${pattern}`, path, needs: act, more: { form } },
    { what: `POST ${pattern} as data`, path: withData(path), needs: act, more: { form } },
  ])

  function verdictOn(needs: (typeof ways)[number]['needs'], role: Role | undefined): Verdict {
    if (needs === undefined) return 'forbidden'
    if (needs === 'anybody') return 'answered'
    if (role === undefined) return 'not known'
    return ROLES.indexOf(role) >= ROLES.indexOf(needs) ? 'answered' : 'forbidden'
  }

  function verdictOf(answer: Answer, needs: string | undefined): Verdict {
    if (leadsToSignIn(answer) || isInvalidToken(answer)) return 'not known'
    // Of a form for a route that takes none, it may also be that there is no such method or page.
    const isRefusal = answer.status === 403 || (needs === undefined && [404, 405].includes(answer.status))
    return isRefusal ? 'forbidden' : 'answered'
  }

  /** Sends requests, a few at a time. @returns those that were not answered as they should, and how many were sent */
  async function check(isChecked: (expected: Verdict, sender: Sender, way: (typeof ways)[number]) => boolean) {
    const requests = ways.flatMap(way =>
      senders
        .map(sender => ({ way, sender, expected: verdictOn(way.needs, sender.role) }))
        .filter(({ expected, sender }) => isChecked(expected, sender, way)),
    )
    const wrong: string[] = []
    const queue = requests.values()
    const worker = async () => {
      for (const { way, sender, expected } of queue) {
        const answer = await send(way.path, { ...sender.sending, ...way.more })
        const found = verdictOf(answer, way.needs)
        if (found !== expected)
          wrong.push(`${way.what} by ${sender.name}: ${found} (${answer.status}), not ${expected}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, worker))
    return { wrong, count: requests.length }
  }

  const readEvents = () =>
    Promise.all(
      ['issue_events', 'account_events'].map(table =>
        desk.stack.query(`SELECT count() AS n, toString(sum(cityHash64(*))) AS hash FROM ${table}`),
      ),
    )

  test('the table of this test has the routes of the app', () => {
    const routes = readFileSync(join(import.meta.dirname, '../../app/routes.ts'), 'utf8')
    const named = [...routes.matchAll(/\broute\(\s*'([^']+)'/g)].map(([, path]) => path)
    const isLab = new Set(ROUTES.flatMap(([pattern]) => /^\/lab\/fail\/(.+)$/.exec(pattern)?.[1] ?? []))
    // The API and the tools of agents know no sessions: app/api/answer.test.ts and app/pages/agents/agents.test.ts ask for each of theirs.
    const pages = named.filter(path => path !== 'api/v1/*' && path !== 'mcp')
    expect(pages.map(path => (isLab.has(path ?? '') ? `/lab/fail/${path}` : `/${path}`)).toSorted()).toEqual(
      [...new Set(ROUTES.map(([pattern]) => pattern))].filter(pattern => pattern !== '/').toSorted(),
    )
  })

  test('who may not gets no answer, as a page or as data, and changes nothing', async () => {
    const before = await readEvents()
    const { wrong, count } = await check(expected => expected !== 'answered')
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(900)
    expect(await readEvents()).toEqual(before)
  })

  test('the API is answered by a token alone', async () => {
    for (const { name, role, sending } of senders) {
      const paths = ['/api/v1/issues', '/api/v1/silences?state=all']
      const statuses = await Promise.all(paths.map(async path => (await send(path, sending)).status))
      const isReader = sending.token !== undefined && role !== undefined
      expect([name, ...statuses.map(status => status === 200)]).toEqual([name, isReader, isReader])
    }
  })

  test('who may is answered, by a session and by a token', async () => {
    const { wrong, count } = await check((expected, { role, name, sending }, { needs, what }) => {
      const isLeast = needs === role || (needs === 'anybody' && name === 'nobody')
      // Rendering pages again for tokens would tell nothing more.
      const isOnce = sending.token === undefined || (what.endsWith(' as data') && !what.includes('/lab/fail/'))
      return expected === 'answered' && isLeast && isOnce && name !== "a viewer's token for everything"
    })
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(150)
  })

  test.each([
    ...['/Settings/People', '/settings/people/', '/%73ettings/people', '/settings/people?_routes=root'],
    ...['/settings/people.data?_routes=root', '/settings/people.data?_routes=pages%2Fsettings%2Fpeople'],
    ...['/settings/people/.data', '/settings/people/_.data', '/settings/people.data?index', '/settings/audit.data'],
  ])('%s is forbidden to a viewer, however it is written', async path => {
    const viewer = senders.find(({ name }) => name === 'a viewer')
    for (const more of [{}, { form }]) expect((await send(path, { ...viewer?.sending, ...more })).status).toBe(403)
  })

  test("a page of another site submits no form, with an administrator's session, as a page or as data", async () => {
    const before = await readEvents()
    const answered: string[] = []
    for (const [, path] of ROUTES) {
      for (const way of [path, withData(path)]) {
        const sending = { cookie: desk.admin.cookie, form, origin: 'https://evil.example' }
        const { status, body } = await send(way, sending)
        if (status !== 403 || !body.includes('Other sites may only link to Errata')) answered.push(`${way}: ${status}`)
      }
    }
    expect(answered).toEqual([])
    expect(await readEvents()).toEqual(before)
  })

  test('an answer with a secret is not compressed, as a page or as data', async () => {
    const { cookie } = desk.admin
    const forms = [
      ['/settings/people', { do: 'invite', role: 'viewer' }],
      ['/settings/tokens', { name: 'a token', scope: 'read', days: '1' }],
    ] as const
    for (const [path, form] of forms) {
      for (const way of [path, `${path}.data`]) {
        const [plain, secret] = [await send(way, { cookie }), await send(way, { cookie, form })]
        expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, 'gzip'])
        expect([secret.status, secret.headers.get('content-encoding')]).toEqual([200, null])
        expect(secret.headers.get('cache-control')).toBe('no-store, no-transform')
      }
    }
  })

  test('a token that may do everything makes no tokens', async () => {
    const [admin] = senders.filter(({ name }) => name === "an administrator's token for everything")
    const before = await readEvents()
    expect((await send('/settings/tokens', { ...admin?.sending, form })).status).toBe(400)
    expect(await readEvents()).toEqual(before)
  })
})

describe('a session', () => {
  test('has a new cookie at each sign-in, which no script, other site or subdomain gets', async () => {
    const person = await invited('viewer')
    const answer = await send('/sign-in', { cookie: person.cookie, form: formOf(person) })
    const set = answer.headers.getSetCookie()
    expect(set).toEqual([
      expect.stringMatching(/^errata_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(sessionCookieOf(answer)).not.toBe(person.cookie)
    // The one before has ended.
    expect(leadsToSignIn(await send('/account', { cookie: person.cookie }))).toBe(true)
  })

  test('is not the one that was there before the sign-in', async () => {
    const [mallory, victim] = [await invited('viewer'), await invited('admin')]
    await signIn(desk.url, victim, { cookie: mallory.cookie })
    expect(leadsToSignIn(await send('/account', { cookie: mallory.cookie }))).toBe(true)
    const madeUp = 'errata_session=chosen-by-somebody-else'
    await signIn(desk.url, victim, { cookie: madeUp })
    expect(leadsToSignIn(await send('/account', { cookie: madeUp }))).toBe(true)
  })

  test('of which the cookie was copied ends with a sign-out', async () => {
    const { cookie } = await invited('admin')
    expect((await send('/account', { cookie })).status).toBe(200)
    const answer = await send('/sign-out', { cookie, form: {} })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, [expect.stringContaining('Max-Age=0')]])
    expect(leadsToSignIn(await send('/account', { cookie }))).toBe(true)
  })

  test('is none with a cookie of which a character was changed', async () => {
    const { cookie } = await invited('viewer')
    const from = cookie.indexOf('=') + 1
    const place = fc.integer({ min: from, max: cookie.length - 1 })
    const change = fc.constantFrom('A', 'b', '7', '.', '%')
    await fc.assert(
      fc.asyncProperty(place, change, async (at, character) => {
        const changed = cookie.slice(0, at) + character + cookie.slice(at + 1)
        // The last character of base64 has bits that say nothing; it may be written as three.
        fc.pre(at < cookie.length - 3 && changed !== cookie)
        expect(leadsToSignIn(await send('/account.data', { cookie: changed }))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('of a person ends everywhere with a new password', async () => {
    const person = await invited('viewer')
    const other = await signIn(desk.url, person)
    const password = newLogin('x').password
    const form = { current: person.password, password, again: password }
    const answer = await send('/account', { cookie: person.cookie, form })
    expect(answer.status, answer.body.slice(0, 500)).toBe(302)
    for (const cookie of [other, person.cookie]) expect(leadsToSignIn(await send('/account', { cookie }))).toBe(true)
    expect((await send('/account', { cookie: sessionCookieOf(answer) })).status).toBe(200)
  })
})

describe('a person', () => {
  test.each([
    ['disabled', 'disable'],
    ['removed', 'remove'],
  ])('who was %s has neither session nor token, and does not sign in', async (_, change) => {
    const person = await invited('triager')
    const token = await makeToken(desk.url, person.cookie, 'admin')
    const holds = [{ cookie: person.cookie }, { token }]
    for (const hold of holds) expect((await send('/issues', hold)).status).toBe(200)
    await changePerson(desk.url, desk.admin.cookie, person.email, { do: change })
    expect(leadsToSignIn(await send('/issues', { cookie: person.cookie }))).toBe(true)
    expect(isInvalidToken(await send('/issues', { token }))).toBe(true)
    expect((await send('/sign-in', { form: formOf(person) })).status).toBe(400)
  })

  test('who is no longer an administrator may do no more than their new role, with every token', async () => {
    const person = await invited('admin')
    const token = await makeToken(desk.url, person.cookie, 'admin')
    const holds = [{ cookie: person.cookie }, { token }]
    for (const hold of holds) expect((await send('/settings/people', hold)).status).toBe(200)
    await changePerson(desk.url, desk.admin.cookie, person.email, { do: 'role', role: 'viewer' })
    for (const hold of holds) expect((await send('/settings/people', hold)).status).toBe(403)
  })

  test('ends a token of their own, and none of others', async () => {
    const [owner, other] = [await invited('triager'), await invited('triager')]
    const token = await makeToken(desk.url, owner.cookie, 'read')
    const form = { do: 'end', token: token.slice('errata_'.length, 'errata_'.length + 8) }
    expect((await send('/settings/tokens', { cookie: other.cookie, form })).status).toBe(400)
    expect((await send('/issues', { token })).status).toBe(200)
    expect((await send('/settings/tokens', { cookie: owner.cookie, form })).status).toBe(200)
    expect(isInvalidToken(await send('/issues', { token }))).toBe(true)
  })
})

describe('a sign-in', () => {
  test('with a wrong password is refused as one of nobody is, to the byte', async () => {
    const { email } = await invited('viewer')
    const nobody = email.replace(/^viewer/, 'nobody')
    const refuse = (address: string) =>
      send('/sign-in.data', { form: { email: address, password: 'what nobody has' }, from: '203.0.113.1' })
    const [wrong, unknown] = [await refuse(email), await refuse(nobody)]
    expect([wrong.status, unknown.status]).toEqual([400, 400])
    expect(unknown.body.replaceAll(nobody, email)).toBe(wrong.body)
    const names = ({ headers }: Answer) => [...headers.keys()].toSorted()
    expect(names(unknown)).toEqual(names(wrong))
  })

  test('is refused after ten wrong passwords of a name, also with the right one; others sign in', async () => {
    const [victim, other] = [await invited('viewer'), await invited('viewer')]
    const form = { email: victim.email, password: 'guessed by somebody' }
    for (let nth = 1; nth <= 10; nth++)
      expect((await send('/sign-in', { form, from: `192.0.2.${nth}` })).status).toBe(400)
    const answers = [
      await send('/sign-in', { form, from: '192.0.2.11' }),
      await send('/sign-in', { form: { ...form, email: ` ${victim.email.toUpperCase()}` }, from: '192.0.2.12' }),
      await send('/sign-in', { form: formOf(victim), from: '192.0.2.13' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
    const seconds = Number(answers[0]?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(800)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(await signIn(desk.url, other, { from: '198.51.100.1' })).not.toBe('')
    // Whoever has a session keeps it.
    expect((await send('/account', { cookie: victim.cookie })).status).toBe(200)
  })

  test.each([
    ...['//evil.example', '///evil.example', String.raw`/\evil.example`, String.raw`\\evil.example`],
    ...['/\t/evil.example', '/\n/evil.example', '/.//evil.example', '/x/..//evil.example', 'https://evil.example'],
    ...['https:evil.example', 'javascript:alert(1)', 'data:text/html,x', '//evil.example@here', ' //evil.example'],
  ])('leads back to this site, not to %j', async back => {
    const answer = await send('/sign-in', { form: { ...formOf(desk.admin), back } })
    expect(answer.status).toBe(302)
    expectOwnPath(answer)
  })

  test('leads back to this site, whatever the path to lead back to is', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...['/', '\\', '//', '\t', '\r', '\n', ' ', '.', '..', '%2f', '%5c', '%09', '@', ':', '?', '#']),
      fc.constantFrom('https:', 'http:', 'javascript:', 'evil.example', 'here.invalid', '[::1]', 'issues'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    )
    const back = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(back, async text => {
        const query = new URLSearchParams({ back: text })
        const answer = await send(`/sign-in?${query}`, { cookie: desk.admin.cookie })
        expect(answer.status).toBe(302)
        expectOwnPath(answer)
      }),
      { numRuns: 80 },
    )
  })

  function expectOwnPath({ headers }: Answer): void {
    const location = headers.get('location') ?? ''
    expect(location).toMatch(/^\/(?![/\\])/)
    expect(new URL(location, desk.url).origin).toBe(desk.url)
  }

  test('leads back to the page that was asked for', async () => {
    const path = '/issues?tab=all&q=a%26b'
    const asked = await send(path)
    const signInPage = new URL(asked.headers.get('location') ?? '', desk.url)
    const back = signInPage.searchParams.get('back') ?? ''
    const answer = await send('/sign-in', { form: { ...formOf(desk.admin), back } })
    expect(answer.headers.get('location')).toBe(path)
  })
})

describe('an invitation', () => {
  test('makes one account, and is then no page', async () => {
    const path = await makeInvitation(desk.url, desk.admin.cookie, 'viewer')
    expect((await send(path)).status).toBe(200)
    const [one, other] = [newLogin('one'), newLogin('other')]
    expect((await send(path, { form: { ...one, again: one.password } })).status).toBe(302)
    expect((await send(path)).status).toBe(404)
    expect((await send(path, { form: { ...other, again: other.password } })).status).not.toBe(302)
    expect((await send('/sign-in', { form: formOf(other) })).status).toBe(400)
  })

  test('that is used twice at the same time makes one account', async () => {
    const path = await makeInvitation(desk.url, desk.admin.cookie, 'viewer')
    const logins = Array.from({ length: 4 }, (_, nth) => newLogin(`at-once-${nth}`))
    const answers = await Promise.all(logins.map(login => send(path, { form: { ...login, again: login.password } })))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1)
    const { body } = await send('/settings/people', { cookie: desk.admin.cookie })
    expect(logins.filter(({ email }) => body.includes(email))).toHaveLength(1)
  })

  test('that was ended makes none', async () => {
    const path = await makeInvitation(desk.url, desk.admin.cookie, 'admin')
    const { body } = await send('/settings/people', { cookie: desk.admin.cookie })
    const open = [...body.matchAll(/name="invitation" value="([^"]+)"/g)].map(([, id = '']) => id)
    for (const invitation of open)
      await send('/settings/people', { cookie: desk.admin.cookie, form: { do: 'end-invitation', invitation } })
    expect((await send(path)).status).toBe(404)
  })

  test('does not take over the account of an address', async () => {
    const known = await invited('admin')
    const path = await makeInvitation(desk.url, desk.admin.cookie, 'viewer')
    const form = { ...known, password: 'chosen by somebody else', again: 'chosen by somebody else' }
    const answer = await send(path, { form: { ...form, email: ` ${known.email.toUpperCase()} ` } })
    expect(answer.status).toBe(400)
    expect(await signIn(desk.url, known)).not.toBe('')
  })
})

describe('whoever has the machine', () => {
  /** Runs `npx errata`, with the settings of the stack. @returns the path of the link that it prints */
  async function errata(...args: readonly string[]): Promise<string> {
    const { stack } = desk
    const { stdout } = await promisify(execFile)(process.execPath, ['supervisor/run.mjs', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        ERRATA_LOGIN: 'password',
        ERRATA_DATA_DIR: stack.dataDir,
        ERRATA_PORT: new URL(stack.deskUrl).port,
        ERRATA_ENGINE_PORT: new URL(stack.engineUrl).port,
      },
    })
    const { origin, pathname, search } = new URL(/^Open (\S+) within 24 hours/.exec(stdout)?.[1] ?? '')
    expect([origin, pathname]).toEqual([desk.url, '/invitation'])
    return pathname + search
  }

  test('makes a new administrator by a link', async () => {
    const path = await errata('admin', 'reset')
    const login = newLogin('owner')
    const answer = await send(path, { form: { ...login, again: login.password } })
    expect(answer.status, answer.body.slice(0, 500)).toBe(302)
    expect((await send('/settings/people', { cookie: sessionCookieOf(answer) })).status).toBe(200)
  })

  test('makes an administrator of somebody who was disabled and forgot the password', async () => {
    const person = await invited('viewer')
    await changePerson(desk.url, desk.admin.cookie, person.email, { do: 'disable' })
    const path = await errata('admin', 'reset', '--email', person.email)
    const { password } = newLogin('x')
    // A desk knows of it within ten seconds.
    const answer = await poll(
      () => send(path, { form: { password, again: password } }),
      ({ status }) => status === 302,
    )
    const cookie = sessionCookieOf(answer)
    await poll(
      () => send('/settings/people', { cookie }),
      ({ status }) => status === 200,
    )
  })
})

describe('without signing in', () => {
  test.each([
    ['/livez', 200],
    ['/readyz', 200],
    ['/e/k7m2x9qd4r', 200],
    ['/otlp/v1/traces', 405],
    ['/sign-in', 200],
  ])('%s answers with %i', async (path, status) => {
    expect((await send(path)).status).toBe(status)
  })

  test('the built files of a page are there', async () => {
    const { body } = await send('/sign-in')
    const files = new Set([...body.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file))
    expect(files.size).toBeGreaterThan(1)
    for (const file of files) expect((await send(file)).status).toBe(200)
  })

  test('whether a trace is stored is not told', async () => {
    const path = '/readyz?trace=0123456789abcdef0123456789abcdef'
    expect(leadsToSignIn(await send(path))).toBe(true)
    expect(leadsToSignIn(await send(`${path.replace('?', '.data?')}`))).toBe(true)
  })

  test('no page tells who has an account', async () => {
    const { email } = await invited('viewer')
    for (const path of ['/sign-in', '/no-such-page', '/invitation?token=none', '/settings/people', '/livez.data'])
      expect((await send(path)).body).not.toContain(email)
  })
})

describe('in a browser', () => {
  test('without scripts and by keyboard: sign in, be led back, invite somebody, change a role, sign out', async () => {
    const page = await desk.visit('/issues?tab=all', { javaScriptEnabled: false })
    await typeInto(page, page.getByLabel('E-mail address'), desk.admin.email)
    await typeInto(page, page.getByLabel('Password'), desk.admin.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/issues\?tab=all/)

    await page.goto(`${desk.url}/settings/people`)
    await tabTo(page, page.getByLabel('For whom, as a note'))
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const link = await page.getByRole('status').locator('code').textContent()

    const guest = newLogin('by-keyboard')
    const other = await desk.visit(new URL(link ?? '').pathname + new URL(link ?? '').search, {
      javaScriptEnabled: false,
    })
    await typeInto(other, other.getByLabel('Name'), guest.name)
    await typeInto(other, other.getByLabel('E-mail address'), guest.email)
    await typeInto(other, other.getByLabel('Password', { exact: true }), guest.password)
    await typeInto(other, other.getByLabel('Password again'), guest.password)
    await other.keyboard.press('Enter')
    await other.waitForURL(`${desk.url}/`)

    await page.goto(`${desk.url}/settings/people`)
    const role = page.getByLabel(`Role of ${guest.name}`)
    await tabTo(page, role)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForLoadState()
    expect(await role.inputValue()).toBe('triager')

    await signOutByKeyboard(page)
    await page.waitForURL(`${desk.url}/sign-in`)
    await page.goto(`${desk.url}/settings/people`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    for (const each of [page, other]) await each.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'the pages of accounts have nothing that axe finds in the %s theme, and their place from 1440 to 320 pixels',
    async colorScheme => {
      const invitation = await makeInvitation(desk.url, desk.admin.cookie, 'viewer')
      const page = await desk.visit('/sign-in', { colorScheme })
      const found: string[] = []
      const look = async () => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        const rules = colorScheme === 'dark' ? 'colours' : 'all'
        for (const violation of await findViolations(page, rules))
          found.push(`${new URL(page.url()).pathname}: ${violation}`)
        for (const width of [1440, 320]) {
          await page.setViewportSize({ width, height: 900 })
          for (const flaw of await page.evaluate(findLayoutFlaws))
            found.push(`${new URL(page.url()).pathname}, ${width}: ${flaw}`)
        }
      }
      await look()
      await page.getByLabel('E-mail address').fill('nobody@example.com')
      await page.getByLabel('Password').fill('what nobody has')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      await look()
      await page.goto(desk.url + invitation)
      await look()
      const [name = '', value = ''] = desk.admin.cookie.split(/=(.*)/)
      await page.context().addCookies([{ name, value, url: desk.url }])
      for (const path of ['/account', '/settings/people', '/settings/tokens', '/settings/audit']) {
        await page.goto(desk.url + path)
        await look()
      }
      expect(found).toEqual([])
      await page.context().close()
    },
  )

  test('no secret is stored: of an invitation, a password, a session or a token', async () => {
    const path = await makeInvitation(desk.url, desk.admin.cookie, 'admin')
    const login = newLogin('with-scripts')
    const page = await desk.visit(path)
    await page.getByLabel('Name').fill(login.name)
    await page.getByLabel('E-mail address').fill(login.email)
    await page.getByLabel('Password', { exact: true }).fill(login.password)
    await page.getByLabel('Password again').fill(login.password)
    await page.getByRole('button', { name: 'Create your account' }).click()
    await page.waitForURL(`${desk.url}/`)
    // A link that was used fails, with its address.
    await page.goto(desk.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const cookies = await page.context().cookies()
    const session = cookies.find(({ name }) => name === 'errata_session')?.value ?? ''
    const cookie = `errata_session=${session}`
    const token = await makeToken(desk.url, cookie, 'admin')
    await send('/issues', { token })
    await send('/lab/fail/loader', { token })
    await storeAllBefore(page, cookie)

    const secrets = [path.split('=')[1] ?? '', login.password, session, session.split('.')[1] ?? '', token.slice(-49)]
    expect(secrets.filter(secret => secret.length < 25)).toEqual([])
    const tables = await desk.stack.query<{ name: string }>(
      "SELECT name FROM system.tables WHERE database = 'otel' AND engine NOT LIKE '%View'",
    )
    const stored: { name: string; text: string }[] = []
    for (const { name } of tables)
      stored.push({ name, text: JSON.stringify(await desk.stack.query(`SELECT * FROM ${name}`)) })
    const found = stored.flatMap(({ name, text }) =>
      secrets.filter(secret => text.includes(secret)).map(secret => `${secret} in ${name}`),
    )
    expect(found).toEqual([])
    // It was recorded that the link was opened, by the browser and by the server.
    const traces = stored.find(({ name }) => name === 'otel_traces')?.text
    expect(traces).toContain('/invitation?token=REDACTED')
    expect(traces).toContain('"url.query":"token=REDACTED"')
    await page.context().close()
  })
})

/** What both sides sent before is stored once a later failure of each is. */
async function storeAllBefore(page: Page, cookie: string): Promise<void> {
  const last = crypto.randomUUID()
  await page.goto(`${desk.url}/lab/fail/client-event?say=last-${last}`)
  await send(`/lab/fail/loader?say=last-${last}`, { cookie })
  await poll(
    () => desk.stack.query(`SELECT uniqExact(ServiceName) AS n FROM exceptions WHERE Message LIKE '%last-${last}%'`),
    rows => rows[0]?.['n'] === 2,
  )
  await leavePage(page)
}

const MAX_TABS = 150

/** Moves the focus to an element as people do who have no mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let nth = 0; nth < MAX_TABS; nth++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not focused within ${MAX_TABS} tabs: ${target}`)
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

async function signOutByKeyboard(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  await tabTo(page, header.getByRole('button', { name: 'root' }))
  await page.keyboard.press('Enter')
  await tabTo(page, header.getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
}
