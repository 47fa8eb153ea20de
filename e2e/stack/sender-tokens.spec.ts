import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { makeCertificate } from '../../test/make-certificate.ts'
import { deliverOtlpGrpc } from '../../test/otlp/send-otlp-grpc.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'

/** A stack that listens on every address, because senders have tokens; with TLS. What it sends itself needs a token too. */

const own = 'token-of-errata-itself-8a4c'
const shop = 'token-of-the-shop-1b9d'
const next = 'the-next-token-of-errata-55e1'
const tokensFile = join(mkdtempSync(join(tmpdir(), 'errata-tokens-')), 'tokens')
const certificate = makeCertificate('localhost')
const settings = {
  ERRATA_OTLP_HOST: '0.0.0.0',
  ERRATA_OTLP_TOKENS: tokensFile,
  ERRATA_OTLP_TLS_CERT: certificate.certFile,
  ERRATA_OTLP_TLS_KEY: certificate.keyFile,
}
let stack: RunningStack
let [grpcPort, httpPort] = [0, 0]

beforeAll(async () => {
  writeFileSync(tokensFile, `# Who may send\n${own} Errata itself\n${shop} the shop\n`)
  ;[grpcPort = 0, httpPort = 0] = await freePorts(2)
  stack = await startStack({ env: { ...settings, ...receiver(), ERRATA_CANARY: '1' } })
})
afterAll(() => stack[Symbol.asyncDispose]())

const receiver = () => ({
  ERRATA_OTLP_GRPC_PORT: `${grpcPort}`,
  ERRATA_OTLP_HTTP_PORT: `${httpPort}`,
  ERRATA_OTLP_URL: `https://localhost:${httpPort}`,
})

const countSpans = async (service: string, after = 0) => {
  const sql = `SELECT count() AS n FROM otel_traces WHERE ServiceName = {service:String} AND Timestamp > fromUnixTimestamp64Milli({after:Int64})`
  const [row] = await stack.query(sql, { service, after: `${after}` })
  return Number(row?.['n'])
}

test.each(['errata-stack', 'errata-canary', 'errata-desk'])('spans of %s are accepted and stored', async service => {
  await fetch(stack.deskUrl)
  await poll(
    () => countSpans(service),
    spans => spans > 0,
  )
})

test('who has no token is refused over HTTP and gRPC, and who has one is not', async () => {
  expect(await post({})).toBe(401)
  expect(await post({ authorization: `Bearer ${shop}` })).toBe(200)
  const call = { port: grpcPort, signal: 'logs', body: {}, ca: certificate.cert } as const
  await expect(deliverOtlpGrpc(call)).rejects.toThrow(/^gRPC: 16 /)
  await deliverOtlpGrpc({ ...call, headers: { authorization: `Bearer ${shop}` } })
})

test('without TLS nobody is understood', async () => {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/v1/logs`, { method: 'POST' })
  expect(answer.status).toBe(400)
})

// Linux has all of 127.0.0.0/8.
test.runIf(process.platform === 'linux')('only what asks for tokens listens on other addresses', async () => {
  const elsewhere = (url: string) => fetch(url.replace('127.0.0.1', '127.0.0.2'))
  expect(await post({}, '127.0.0.2')).toBe(401)
  await expect(elsewhere(stack.otlpBrowserUrl)).rejects.toThrow('fetch failed')
  await expect(elsewhere(stack.metricsUrl)).rejects.toThrow('fetch failed')
  expect((await fetch(stack.metricsUrl)).status).toBe(200)
})

test('npx errata check and npm run seed send with a token', async () => {
  const run = (script: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...settings, ...receiver() },
    })
  expect((await run('server/canary/check.ts', '--url', stack.deskUrl)).stdout).toContain('All probes passed.')
  await run('seed/main.ts', '--spans', '100', '--days', '1')
})

test('a process that is restarted is reported', async () => {
  process.kill(stack.pids()['desk'] ?? 0, 'SIGKILL')
  const sql =
    "SELECT LogAttributes['errata.restart.process'] AS process FROM otel_logs WHERE EventName = 'errata.process.restarted'"
  const rows = await poll(
    () => stack.query(sql),
    found => found.length > 0,
  )
  expect(rows).toEqual([{ process: 'desk' }])
})

test('once the first token is another, Errata sends with that one, and the old one is refused', async () => {
  writeFileSync(tokensFile, `${next} Errata itself\n${shop} the shop\n`)
  await expect.poll(() => post({ authorization: `Bearer ${own}` })).toBe(401)
  expect(await post({ authorization: `Bearer ${shop}` })).toBe(200)
  const sinceMs = Date.now()
  await poll(
    () => countSpans('errata-canary', sinceMs),
    spans => spans > 0,
  )
})

test('no token is in a log or on the console', () => {
  const folder = join(stack.dataDir, 'logs')
  const printed = [...stack.lines, ...readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))].join(
    '\n',
  )
  expect(printed).toContain('has changed: 2 tokens hold now')
  for (const token of [own, shop, next]) expect(printed).not.toContain(token)
})

/** Over TLS, to the name of the certificate. */
function post(headers: Record<string, string>, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = `https://${host}:${httpPort}/v1/logs`
    const options = { method: 'POST', ca: certificate.cert, servername: 'localhost' }
    request(url, { ...options, headers: { 'content-type': 'application/json', ...headers } }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end('{}')
  })
}
