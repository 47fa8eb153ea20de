import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadCollectorRelease } from './fetch-release.ts'

// A local server in place of github.com. The archive has a few bytes instead of the Collector.
const folder = mkdtempSync(join(tmpdir(), 'errata-release-'))
const os = process.platform
const arch = process.arch === 'x64' ? 'amd64' : process.arch
const name = `otelcol-contrib_0.161.0_${os}_${arch}.tar.gz`
const server = createServer(answer)
let archive: Buffer
let sums = ''
let asked: string[] = []
let cutAfter = Number.POSITIVE_INFINITY
let targets = 0
let part = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'otelcol-contrib'), 'the Collector')
  execFileSync('tar', ['-czf', join(folder, name), '-C', folder, 'otelcol-contrib'])
  archive = readFileSync(join(folder, name))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})

beforeEach(() => {
  asked = []
  cutAfter = Number.POSITIVE_INFINITY
  sums = `${'0'.repeat(64)}  otelcol-contrib_0.161.0_other.tar.gz\n${sha256(archive)}  ${name}\n`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  asked.push(`${request.url?.split('/').at(-1)} ${request.headers.range ?? ''}`.trim())
  if (request.url?.endsWith('checksums.txt')) {
    response.end(sums)
    return
  }
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const rest = archive.subarray(from)
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length })
  if (rest.length <= cutAfter) {
    response.end(rest)
    return
  }
  response.write(rest.subarray(0, cutAfter))
  const arrived = setInterval(() => {
    if (statSync(part, { throwIfNoEntry: false })?.size !== cutAfter) return
    clearInterval(arrived)
    response.destroy()
  }, 10)
}

function options() {
  const { port } = server.address() as AddressInfo
  const target = join(folder, `cache-${targets++}`, 'otelcol-contrib')
  part = `${target}.tar.gz.part`
  return { target, signal: AbortSignal.timeout(30_000), log: () => {}, releaseUrl: `http://127.0.0.1:${port}/v0.161.0` }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a download with a valid checksum is unpacked', async () => {
  const release = options()
  expect(await downloadCollectorRelease(release)).toBe(release.target)
  expect(readFileSync(release.target, 'utf8')).toBe('the Collector')
  expect(existsSync(part)).toBe(false)
})

test('an interrupted download is resumed', async () => {
  const release = options()
  cutAfter = 50
  await expect(downloadCollectorRelease(release)).rejects.toThrow(/was interrupted/)
  expect(existsSync(release.target)).toBe(false)
  cutAfter = Number.POSITIVE_INFINITY
  asked = []
  await downloadCollectorRelease(release)
  expect(asked.at(-1)).toBe(`${name} bytes=50-`)
  expect(readFileSync(release.target, 'utf8')).toBe('the Collector')
})

test('a download with a wrong checksum is deleted', async () => {
  const release = options()
  sums = `${'0'.repeat(64)}  ${name}\n`
  await expect(downloadCollectorRelease(release)).rejects.toThrow(/has the wrong checksum/)
  expect(existsSync(release.target)).toBe(false)
  expect(existsSync(part)).toBe(false)
})

test('a release without a build for this system is rejected before the download', async () => {
  sums = ''
  await expect(downloadCollectorRelease(options())).rejects.toThrow(/has no checksum for/)
  expect(asked).toHaveLength(1)
})

test('an unreachable server is reported', async () => {
  const release = { ...options(), releaseUrl: 'http://127.0.0.1:1' }
  await expect(downloadCollectorRelease(release)).rejects.toThrow('127.0.0.1:1 cannot be reached')
  expect(existsSync(dirname(release.target))).toBe(false)
})
