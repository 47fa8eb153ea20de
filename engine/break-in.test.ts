import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineRequest, startEngine, type TestEngine } from '../test/engine/start-engine.ts'

// Ways to run a statement without a password, or as another user.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ args: ['--database', 'otel'] })
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({
    body: `CREATE TABLE otel.source_maps (Script String, Release String, Service String, DebugId String, Map String,
      Uploaded DateTime DEFAULT now(), Precedence UInt64 MATERIALIZED 1) ENGINE = MergeTree ORDER BY Script`,
  })
  await engine.send({ body: "CREATE TABLE otel.t (s String) ENGINE = MergeTree ORDER BY s AS SELECT 'stored'" })
})
afterAll(() => engine[Symbol.asyncDispose]())

const WHO = 'SELECT currentUser()'
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A form as browsers send it. */
const form = (fields: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: `${Object.entries(fields)
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`,
})

const withoutPassword: [string, EngineRequest][] = [
  ['nothing at all', { body: WHO }],
  ['a GET', { method: 'GET', query: { query: WHO } }],
  ['default in the URL', { query: { user: 'default' }, body: WHO }],
  ['default and an empty password in the URL', { query: { user: 'default', password: '' }, body: WHO }],
  ['the administrator in the URL', { query: { user: 'errata_admin' }, body: WHO }],
  ['a wrong password in the URL', { query: { user: 'errata_admin', password: 'x' }, body: WHO }],
  ['an empty password in the URL', { query: { user: 'errata_reader', password: '' }, body: WHO }],
  ['a form with default', form({ user: 'default', password: '', query: WHO })],
  ['a form with the administrator', form({ user: 'errata_admin', query: WHO })],
  [
    'an encoded form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `user=default&query=${WHO}` },
  ],
  ['a session', { query: { session_id: 'a' }, body: WHO }],
  ['a session of default', { query: { session_id: 'a', user: 'default' }, body: WHO }],
  ['a role', { query: { role: 'errata_admin' }, body: WHO }],
  ['a quota key', { query: { quota_key: 'errata_admin' }, body: WHO }],
  ['a profile', { query: { profile: 'errata_writing' }, body: WHO }],
  ['an empty Basic', { headers: { authorization: 'Basic ' }, body: WHO }],
  ['Basic of default', { headers: { authorization: basic('default', '') }, body: WHO }],
  [
    'Basic of the administrator without a password',
    { headers: { authorization: basic('errata_admin', '') }, body: WHO },
  ],
  ['Basic with a wrong password', { headers: { authorization: basic('errata_admin', 'x') }, body: WHO }],
  ['Basic that is no base64', { headers: { authorization: 'Basic !!!!' }, body: WHO }],
  ['Bearer', { headers: { authorization: 'Bearer errata_admin' }, body: WHO }],
  ['Negotiate', { headers: { authorization: 'Negotiate YII=' }, body: WHO }],
  ['never', { headers: { authorization: 'never' }, body: WHO }],
  [
    'Basic of a user that is none, default in the URL',
    { headers: { authorization: basic('x', 'y') }, query: { user: 'default' }, body: WHO },
  ],
  ['the header of default', { headers: { 'x-clickhouse-user': 'default' }, body: WHO }],
  ['the headers of default', { headers: { 'x-clickhouse-user': 'default', 'x-clickhouse-key': '' }, body: WHO }],
  ['the header of the administrator', { headers: { 'x-clickhouse-user': 'errata_admin' }, body: WHO }],
  ['an empty key', { headers: { 'x-clickhouse-user': 'errata_admin', 'x-clickhouse-key': '' }, body: WHO }],
  ['a wrong key', { headers: { 'x-clickhouse-user': 'errata_admin', 'x-clickhouse-key': 'x' }, body: WHO }],
  [
    'a key that is a pattern',
    { headers: { 'x-clickhouse-user': 'errata_admin', 'x-clickhouse-key': 'regex:.*' }, body: WHO },
  ],
  ['a key alone', { headers: { 'x-clickhouse-key': 'x' }, body: WHO }],
  [
    'a certificate',
    { headers: { 'x-clickhouse-user': 'errata_admin', 'x-clickhouse-ssl-certificate-auth': 'on' }, body: WHO },
  ],
  ['a token', { headers: { 'x-clickhouse-jwt': 'e30.e30.' }, body: WHO }],
  ['a cookie', { headers: { cookie: 'user=errata_admin' }, body: WHO }],
  ['a forwarded user', { headers: { 'x-forwarded-user': 'errata_admin', 'x-remote-user': 'errata_admin' }, body: WHO }],
  ['a forwarded address', { headers: { 'x-forwarded-for': '127.0.0.1' }, query: { user: 'default' }, body: WHO }],
  ['PUT', { method: 'PUT', body: WHO }],
  ['DELETE', { method: 'DELETE', query: { query: WHO } }],
  ['PATCH', { method: 'PATCH', body: WHO }],
  ['OPTIONS', { method: 'OPTIONS', query: { query: WHO } }],
  ['the ping with a statement', { path: '/ping', method: 'POST', query: { query: WHO }, body: WHO }],
  ['the page for statements', { path: '/play', method: 'GET' }],
  ['the dashboard', { path: '/dashboard', method: 'GET' }],
  ['the state of replicas', { path: '/replicas_status', method: 'GET' }],
  ['metrics', { path: '/metrics', method: 'GET' }],
  ['the binary', { path: '/binary', method: 'GET' }],
  ['a path below the root', { path: '/query', body: WHO }],
  ['an encoded slash', { path: '/%2f', body: WHO }],
  ['a dot segment', { path: '/./', body: WHO }],
]

test.each(withoutPassword)('%s runs nothing without a password', async (_way, sending) => {
  const reply = await engine.send({ ...sending, as: 'nobody' })

  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.text).not.toMatch(/^(default|errata_\w+)?\n$/)
})

test('HEAD runs nothing without a password', async () => {
  expect((await engine.send({ method: 'HEAD', query: { query: WHO }, as: 'nobody' })).status).toBe(403)
})

/** The response of a socket to these bytes. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(engine.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.end(bytes)
  return text(socket)
}
const key = () => `X-ClickHouse-User: ${engine.reader.user}\r\nX-ClickHouse-Key: ${engine.reader.password}\r\n`
const STOLEN = "SELECT 'stolen'"
const post = (headers: string, body: string) =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`

test.each<[string, () => string]>([
  ['a folded header', () => post('X-ClickHouse-User:\r\n errata_admin\r\n', STOLEN)],
  ['a header with a blank before its colon', () => post('X-ClickHouse-User : default\r\n', STOLEN)],
  ['a header of two lines', () => post('X-ClickHouse-User: x\r\nX-ClickHouse-User: default\r\n', STOLEN)],
  ['a NUL in a header', () => post('X-ClickHouse-User: default\0\r\n', STOLEN)],
  [
    'an address in place of a path',
    () => `GET http://127.0.0.1/?user=default&query=${encodeURIComponent(STOLEN)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  ],
  ['HTTP/1.0', () => `GET /?user=default&query=${encodeURIComponent(STOLEN)} HTTP/1.0\r\n\r\n`],
  [
    'a second request without a key on a connection that had one',
    () => post(key(), 'SELECT 1') + post('Connection: close\r\n', STOLEN),
  ],
  [
    'a request within the body of another',
    () => post('Transfer-Encoding: chunked\r\n', `0\r\n\r\n${post('Connection: close\r\n', STOLEN)}`),
  ],
  ['a request behind an answer of 401', () => post('', 'x') + post('Connection: close\r\n', STOLEN)],
])('%s runs nothing without a password', async (_way, bytes) => {
  expect(await raw(bytes())).not.toContain('stolen\n')
})

/** What a reader's password must not allow. */
const asReader: [string, EngineRequest][] = [
  ['default in the URL', { query: { user: 'default' }, body: WHO }],
  ['the administrator in the URL', { query: { user: 'errata_admin', password: '' }, body: WHO }],
  ['the desk in the URL', { query: { user: 'errata_desk' }, body: WHO }],
  ['another user in a second way', { headers: { authorization: basic('errata_admin', '') }, body: WHO }],
  ['a role', { query: { role: 'errata_admin' }, body: WHO }],
  ['SET ROLE', { body: 'SET ROLE errata_admin' }],
  ['EXECUTE AS', { body: `EXECUTE AS errata_admin ${WHO}` }],
  ['another profile in the URL', { query: { profile: 'errata_writing' }, body: 'INSERT INTO otel.t VALUES (1)' }],
  ['another profile by SET', { body: "SET profile = 'errata_writing'" }],
  ['readonly in the URL', { query: { readonly: '0' }, body: 'INSERT INTO otel.t VALUES (1)' }],
  ['readonly by SETTINGS', { body: 'SELECT 1 SETTINGS readonly = 0' }],
  ['more time', { query: { max_execution_time: '0' }, body: 'SELECT 1' }],
  ['more memory', { query: { max_memory_usage: '0' }, body: 'SELECT 1' }],
  ['more statements at once', { query: { max_concurrent_queries_for_user: '1000' }, body: 'SELECT 1' }],
  ['an insert', { query: { query: 'INSERT INTO otel.t FORMAT TSV' }, body: 'x\n' }],
  ['a change', { body: 'ALTER TABLE otel.t DELETE WHERE 1' }],
  ['a drop', { body: 'DROP TABLE otel.t' }],
  ['a new table', { body: 'CREATE TABLE otel.u (n UInt8) ENGINE = Memory' }],
  ['a new user', { body: 'CREATE USER u IDENTIFIED WITH no_password' }],
  ['another password', { body: 'ALTER USER errata_reader IDENTIFIED WITH no_password' }],
  ['a grant', { body: 'GRANT ALL ON *.* TO errata_reader' }],
  ['a function of SQL', { body: 'CREATE FUNCTION f AS x -> x' }],
  ['a file as a table', { body: "SELECT * FROM file('/etc/passwd', LineAsString)" }],
  ['a file of the desk as a table', { body: `SELECT * FROM \`/etc/passwd\`` }],
  ['another address', { body: "SELECT * FROM url('http://127.0.0.1:1/', LineAsString)" }],
  ['another server', { body: "SELECT * FROM remote('127.0.0.1', system, one)" }],
  ['a program', { body: "SELECT * FROM executable('id', LineAsString, 's String')" }],
  ['a data base elsewhere', { body: "SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')" }],
  ['a data base in a file', { body: "SELECT * FROM sqlite('/tmp/a', 'b')" }],
  ['an outfile', { body: "SELECT 1 INTO OUTFILE '/tmp/a'" }],
  ['an infile', { body: "INSERT INTO otel.t FROM INFILE '/etc/passwd' FORMAT LineAsString" }],
  ['a backup', { body: "BACKUP TABLE otel.t TO File('/tmp/a')" }],
  ['what others run', { body: 'SELECT query FROM system.processes' }],
  ['the users', { body: 'SELECT * FROM system.users' }],
  ['the grants of others', { body: 'SHOW GRANTS FOR errata_admin' }],
  ['the log of errors', { body: 'SELECT * FROM system.errors' }],
  ['the end of listening', { body: 'SYSTEM STOP LISTEN HTTP' }],
  ['the end of the engine', { body: 'SYSTEM SHUTDOWN' }],
  ['two statements', { body: 'SELECT 1; DROP TABLE otel.t' }],
]

test.each(asReader)("with a reader's password, %s is rejected", async (_way, sending) => {
  const { user, password } = engine.reader
  const login = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
  const authorization = sending.headers?.['authorization']
  const reply = await engine.send({
    ...sending,
    headers: { ...(authorization === undefined ? login : { ...login, authorization }) },
    as: 'nobody',
  })

  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.text).toMatch(/^Code: (\d+)\./)
})

test("nobody can kill the engine's own query, or that of another user", async () => {
  for (const as of ['reader', 'desk', 'collector', 'schema'] as const) {
    const reply = await engine.send({ body: "KILL QUERY WHERE user != 'nobody' SYNC", as })
    expect(reply.text).not.toContain('errata_admin')
  }

  expect((await engine.send({ body: 'SELECT s FROM otel.t' })).text).toBe('stored\n')
})

test.each([
  ['the desk', 'desk', 'INSERT INTO otel.t VALUES (1)'],
  ['the desk', 'desk', 'CREATE TABLE otel.u (n UInt8) ENGINE = Memory'],
  ['the desk', 'desk', "SELECT * FROM file('/etc/passwd', LineAsString)"],
  ['the Collector', 'collector', 'DROP TABLE otel.t'],
  ['the Collector', 'collector', 'TRUNCATE TABLE otel.t'],
  ['the Collector', 'collector', 'CREATE DATABASE d'],
  ['the schema job', 'schema', 'CREATE DATABASE d'],
  ['the schema job', 'schema', 'CREATE USER u IDENTIFIED WITH no_password'],
  ['a build machine', 'maps', 'SELECT Map FROM otel.source_maps'],
  ['a build machine', 'maps', "INSERT INTO otel.source_maps (Script, Uploaded) VALUES ('a', '2100-01-01')"],
  [
    'a build machine',
    'maps',
    "INSERT INTO otel.source_maps (Script, Precedence) SETTINGS insert_allow_materialized_columns = 1 VALUES ('a', 2)",
  ],
  ['a build machine', 'maps', 'ALTER TABLE otel.source_maps DELETE WHERE true'],
] as const)('%s may no more than it needs: not %s %s', async (_who, as, body) => {
  expect(await engine.send({ body, as })).toMatchObject({ headers: { 'x-clickhouse-exception-code': '497' } })
})

test('authenticates a user by Basic authentication and by headers', async () => {
  const { user, password } = engine.reader
  const ways = [{ authorization: basic(user, password) }, { 'x-clickhouse-user': user, 'x-clickhouse-key': password }]
  for (const headers of ways) {
    expect((await engine.send({ body: WHO, headers, as: 'nobody' })).text).toBe('errata_reader\n')
  }
})

test('keeps each password in a file that only its owner can read', () => {
  for (const name of ['admin', 'collector', 'desk', 'maps', 'reader', 'schema']) {
    expect(statSync(join(engine.dataDir, 'passwords', `errata_${name}`)).mode & 0o777).toBe(0o600)
  }
})

test.each(['127.0.0.1', '127.9.9.9', 'localhost', 'localhost:1234', '[::1]:8123', 'LOCALHOST'])(
  'answers as %s',
  async host => {
    expect((await engine.send({ body: 'SELECT 1', headers: { host } })).text).toBe('1\n')
  },
)

test.each([
  ...['evil.example', 'evil.example:8123', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'],
  ...['127.1.1', '127.0.0.1.', 'x@127.0.0.1', '[::1'],
])('rejects the host "%s", a foreign name that resolves to this machine', async host => {
  expect((await engine.send({ body: 'SELECT 1', headers: { host } })).status).toBeGreaterThanOrEqual(400)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000' }],
  ['an origin that hides itself', { origin: 'null' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['another port without an origin', { 'sec-fetch-site': 'same-site' }],
])('rejects a page of %s, whatever password its browser has', async (_what, headers) => {
  expect((await engine.send({ method: 'GET', query: { query: 'SELECT 1' }, headers })).status).toBe(403)
  expect((await engine.send({ method: 'GET', path: '/ping', headers })).status).toBe(403)
})

test('answers any host if configured, but no page of another site', async () => {
  await using open = await startEngine({ args: ['--allow-any-host'] })

  expect((await open.send({ body: 'SELECT 1', headers: { host: 'engine:8123' } })).text).toBe('1\n')
  expect((await open.send({ body: 'SELECT 1', headers: { origin: 'https://evil.example' } })).status).toBe(403)
})

test.each<[string, EngineRequest]>([
  ['a ping', { path: '/ping', method: 'GET' }],
  ['a result', { body: "SELECT '<script>alert(1)</script>'" }],
  ['an error', { body: "SELECT '<script>' FROM nowhere" }],
  ['a refusal', { body: 'SELECT 1', headers: { origin: 'https://evil.example' } }],
  ['a path that is none', { path: '/nowhere' }],
])('gives a browser no permission by %s', async (_what, sending) => {
  expect((await engine.send(sending)).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})
