import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { otelcolBinary } from '../../test/collector/start-otelcol.ts'
import { freePorts } from '../../test/free-ports.ts'
import { startStack } from '../../test/stack/start-stack.ts'

test('a taken port is named with the setting that moves it', async () => {
  await using taken = await listenSomewhere()
  const { code, stderr } = await startUntilItEnds({ ERRATA_PORT: `${taken.port}` })
  expect(stderr.trim()).toBe(
    `Port ${taken.port} is taken: stop what listens there, or choose another with ERRATA_PORT.`,
  )
  expect(code).toBe(1)
})

test('every wrong setting is named, each on a line of its own', async () => {
  const { code, stderr } = await startUntilItEnds({ ERRATA_PORT: 'eighty', ERRATA_LAB: 'maybe' })
  expect(stderr.trim().split('\n')).toEqual([
    'ERRATA_PORT=eighty is not a port (1 to 65535)',
    'ERRATA_LAB=maybe must be 0 or 1',
  ])
  expect(code).toBe(1)
})

test('an address other than loopback is rejected without a proxy or a trusted network', async () => {
  const { code, stderr } = await startUntilItEnds({ ERRATA_HOST: '0.0.0.0', ERRATA_OTLP_HOST: '0.0.0.0' })
  const [desk, otlp, ...others] = stderr.trim().split('\n')
  expect(desk).toContain('ERRATA_LOGIN')
  expect(otlp).toContain('ERRATA_TRUSTED_NETWORK=1')
  expect(others).toEqual([])
  expect(code).toBe(1)
})

test('a file of tokens that is not there is one sentence', async () => {
  const { code, stderr } = await startUntilItEnds({ ERRATA_OTLP_TOKENS: '/nowhere/tokens' })
  expect(stderr.trim()).toMatch(/^ERRATA_OTLP_TOKENS=\/nowhere\/tokens cannot be read \(ENOENT.+\)\.$/)
  expect(code).toBe(1)
})

test('a certificate that is not there is one sentence', async () => {
  const { code, stderr } = await startUntilItEnds({
    ERRATA_OTLP_TLS_CERT: '/nowhere/otlp.pem',
    ERRATA_OTLP_TLS_KEY: '/nowhere/otlp.key',
    ERRATA_OTLP_URL: 'https://localhost:4318',
  })
  expect(stderr.trim()).toMatch(/^ERRATA_OTLP_TLS_CERT=\/nowhere\/otlp\.pem cannot be read \(ENOENT.+\)\.$/)
  expect(code).toBe(1)
})

test('tokens that cross the network unencrypted are told of at start', async () => {
  const tokens = join(mkdtempSync(join(tmpdir(), 'errata-tokens-')), 'tokens')
  writeFileSync(tokens, 'token-of-the-shop-1b9d\n')
  const open = { ERRATA_OTLP_TOKENS: tokens, ERRATA_OTLP_HOST: '0.0.0.0', ERRATA_OTELCOL: '/nowhere/otelcol' }
  const { stderr } = await startUntilItEnds(open)
  expect(stderr.trim().split('\n')).toEqual([
    'Tokens of senders cross the network unencrypted: ERRATA_OTLP_HOST=0.0.0.0 without ERRATA_OTLP_TLS_CERT. Use TLS here or in a proxy.',
    expect.stringContaining('ERRATA_OTELCOL'),
  ])
})

test('a Collector that is not there is one sentence, and nothing is left running', async () => {
  const { code, stderr, port } = await startUntilItEnds({ ERRATA_OTELCOL: '/nowhere/otelcol' })
  expect(stderr).toContain('ERRATA_OTELCOL')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

test('a Collector that will not start is one sentence, and what was started before it is stopped', async () => {
  const script = join(mkdtempSync(join(tmpdir(), 'errata-otelcol-')), 'otelcol')
  const real = await otelcolBinary()
  writeFileSync(script, `#!/bin/sh\n[ "$1" = --config ] && exit 1\nexec '${real}' "$@"\n`, { mode: 0o755 })

  const { code, stdout, stderr, enginePort, dataDir } = await startUntilItEnds({ ERRATA_OTELCOL: script })
  expect(stdout).toContain('ClickHouse interface')
  // Progress about the Collector; then the one sentence.
  expect(stderr.trim().split('\n').slice(1)).toEqual([
    `collector ended before it was ready (exit code 1): see ${dataDir}/logs/collector.log for why, then start again`,
  ])
  expect(code).toBe(1)
  await expect(fetch(`http://127.0.0.1:${enginePort}/ping`)).rejects.toThrow('fetch failed')
  expect(existsSync(join(dataDir, 'stack.json'))).toBe(false)
})

test('a second stack on the same data folder is refused, and the first goes on', async () => {
  await using first = await startStack()
  const { code, stderr } = await startUntilItEnds({ ERRATA_DATA_DIR: first.dataDir })
  expect(stderr.trim()).toMatch(
    /^Another stack \(process \d+ on \S+, since \S+\) runs on .+: stop it, or .+ ERRATA_DATA_DIR\.$/,
  )
  expect(code).toBe(1)
  expect((await fetch(`${first.deskUrl}/readyz`)).status).toBe(200)
})

test('a data folder below a file is refused in one sentence', async () => {
  const { code, stderr } = await startUntilItEnds({ ERRATA_DATA_DIR: join(import.meta.filename, 'data') })
  expect(stderr.trim()).toMatch(/^The data folder .+ cannot be used .+ ERRATA_DATA_DIR\.$/)
  expect(code).toBe(1)
})

async function startUntilItEnds(env: Record<string, string>) {
  const [port, ...others] = await freePorts(8)
  const dataDir = env['ERRATA_DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'errata-'))
  const names = ['OTLP_GRPC', 'OTLP_HTTP', 'OTLP_BROWSER', 'ENGINE', 'OTELCOL_HEALTH', 'OTELCOL_METRICS', 'LAB_ORIGIN']
  const ports = Object.fromEntries(names.map((name, i) => [`ERRATA_${name}_PORT`, `${others[i]}`]))
  const child = spawn(process.execPath, ['supervisor/run.mjs', 'start'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: {
      ...process.env,
      ...ports,
      ERRATA_PORT: `${port}`,
      ERRATA_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr, port, enginePort: others[3], dataDir }
}

async function listenSomewhere() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
