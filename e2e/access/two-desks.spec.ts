import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import type { TestEngine } from '../../test/engine/start-engine.ts'
import { freePorts } from '../../test/free-ports.ts'
import { poll } from '../../test/poll.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import {
  ask,
  changePerson,
  formOf,
  invitePerson,
  makeToken,
  type Sending,
  sessionCookieOf,
  signIn,
} from './requests.ts'

/** Several desks on one database, with the same secret key. */

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'errata-two-desks-'))
const login = { email: 'root@example.com', password: 'the first of all passwords' }
const settings = {
  ERRATA_LOGIN: 'password',
  ERRATA_SECRET_KEY: 'a key that all desks of this database have',
  ERRATA_ADMIN_EMAIL: login.email,
  ERRATA_ADMIN_PASSWORD_FILE: join(folder, 'password'),
  ERRATA_DATA_DIR: folder,
}
/** What is revoked is refused by all desks within this time. */
const REVOKED_WITHIN_MS = 12_000

let engine: TestEngine
let one: RunningDesk
let other: RunningDesk
let adminCookie: string

beforeAll(async () => {
  writeFileSync(settings.ERRATA_ADMIN_PASSWORD_FILE, `${login.password}\n`)
  engine = await startReadyEngine()
  ;[one, other] = await Promise.all([startDesk({ engine, settings }), startDesk({ engine, settings })])
  // The desks make the administrator once they listen, both at the same time. With so few tries no limit is reached.
  const answer = await poll(
    () => ask(`${one.url}/sign-in`, { form: formOf(login) }),
    ({ status }) => status !== 400,
  )
  adminCookie = sessionCookieOf(answer)
})
afterAll(async () => {
  await one?.[Symbol.asyncDispose]()
  await other?.[Symbol.asyncDispose]()
  await engine?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const statusOn = async (desk: RunningDesk, sending: Sending) => (await ask(`${desk.url}/account.data`, sending)).status

test('two desks that make the same administrator at once make one', async () => {
  const { body } = await ask(`${other.url}/settings/people`, { cookie: adminCookie })
  expect(body.split('Role of root').length - 1).toBe(1)
  expect(await signIn(other.url, login)).not.toBe('')
})

test('a session that began on one desk holds on the other at once, however often that one just read', async () => {
  await ask(`${other.url}/account.data`, { cookie: adminCookie })
  const person = await invitePerson(one.url, adminCookie, 'viewer')
  expect(await statusOn(other, { cookie: person.cookie })).toBe(200)
})

test.each<[what: string, revoke: (person: { cookie: string; email: string }, token: string) => Promise<unknown>]>([
  ['a sign-out', ({ cookie }) => ask(`${one.url}/sign-out`, { cookie, form: {} })],
  [
    'the end of a token',
    ({ cookie }, token) =>
      ask(`${one.url}/settings/tokens`, { cookie, form: { do: 'end', token: token.split('_')[1] ?? '' } }),
  ],
  ['disabling its person', ({ email }) => changePerson(one.url, adminCookie, email, { do: 'disable' })],
  ['removing its person', ({ email }) => changePerson(one.url, adminCookie, email, { do: 'remove' })],
])('what %s on one desk revokes, the other refuses within 12 seconds', async (what, revoke) => {
  const person = await invitePerson(one.url, adminCookie, 'triager')
  const token = await makeToken(one.url, person.cookie, 'read')
  const holds = { session: { cookie: person.cookie }, token: { token } }
  const statuses = () => Promise.all(Object.values(holds).map(hold => statusOn(other, hold)))
  // A token of another desk may take a second to be known.
  await poll(statuses, found => `${found}` === '200,200')
  const revokedMs = performance.now()
  await revoke(person, token)
  const revoked = what === 'a sign-out' ? ['session'] : what === 'the end of a token' ? ['token'] : ['session', 'token']
  // People are led to the sign-in page, programs told that their token is invalid.
  const refusals: Record<string, number> = { session: 202, token: 401 }
  const expected = Object.keys(holds).map(name => (revoked.includes(name) ? refusals[name] : 200))
  await poll(statuses, found => `${found}` === `${expected}`, REVOKED_WITHIN_MS - (performance.now() - revokedMs))
})

test('a desk whose address is https gives cookies to HTTPS and this host alone', async () => {
  await using desk = await startDesk({ engine, settings: { ...settings, ERRATA_URL: 'https://errata.example.com' } })
  const { headers } = await ask(`${desk.url}/sign-in`, { form: formOf(login) })
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-errata=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
})

test('a desk with another key ends with one sentence that names the setting', async () => {
  const [port, labOrigin, ...nobody] = await freePorts(4)
  const child = spawn(process.execPath, ['--import', './instrument.ts', 'server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      NODE_ENV: 'production',
      OTEL_SDK_DISABLED: 'true',
      ERRATA_CANARY: '0',
      ERRATA_SECRET_KEY: 'another key that no other desk of this database has',
      ERRATA_PORT: `${port}`,
      ERRATA_LAB_ORIGIN_PORT: `${labOrigin}`,
      ERRATA_OTLP_HTTP_PORT: `${nobody[0]}`,
      ERRATA_OTLP_BROWSER_PORT: `${nobody[1]}`,
      CLICKHOUSE_URL: engine.url,
      CLICKHOUSE_USER: engine.desk.user,
      CLICKHOUSE_PASSWORD: engine.desk.password,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(printed).toMatch(/^The accounts in the database were written with another ERRATA_SECRET_KEY: [^\n]+\n$/)
})
