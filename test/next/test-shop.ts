import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { freePorts } from '../free-ports.ts'
import { poll } from '../poll.ts'
import type { InstalledShop } from './install-shop.ts'
import type { Receiver } from './otlp-receiver.ts'
import { SERVER_HOSTS, type ServerHost } from './shop-files.ts'
import { listExpectations, visitShop, waitForUnmetExpectations } from './visit-shop.ts'

export interface ShopTestOutcome {
  readonly expected: number
  readonly missing: readonly string[]
  /** From SIGTERM to the end of the process. */
  readonly endMs: number
}

/** Then a process that does not end by itself is killed. */
const maxWaitMs = 10_000

/** Starts an installed shop under a host, visits it, and ends it with SIGTERM. */
export async function testShop(
  { dir, env }: InstalledShop,
  host: ServerHost,
  service: string,
  {
    browser,
    receiver,
    calledUrls,
    routerTimersMs = 0,
  }: {
    browser: Browser
    receiver: Receiver
    calledUrls: Readonly<Record<string, string>>
    routerTimersMs?: number | undefined
  },
): Promise<ShopTestOutcome> {
  const [port = 0] = await freePorts(1)
  const { command, load } = SERVER_HOSTS[host]
  const [file = '', ...args] = command
  const isDev = host === 'react-router dev'
  const child = spawn(file, [...args, ...(isDev ? ['--port', String(port), '--strictPort'] : [])], {
    cwd: dir,
    env: {
      ...env,
      ...calledUrls,
      ...(!isDev && { NODE_ENV: 'production' }),
      ...(load !== undefined && { NODE_OPTIONS: `--import ${load}` }),
      HOST: '127.0.0.1',
      PORT: String(port),
      OTEL_SERVICE_NAME: service,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial,service.version=1.4.2',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      SENTRY_DSN: `${receiver.url.replace('//', '//key@')}/1`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a development server is a child process
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => void output.push(String(text)))
  try {
    const visited = { url: `http://127.0.0.1:${port}`, host, service }
    await poll(
      () => {
        if (child.exitCode !== null) throw new Error(`the server ended\n${output.join('')}`)
        return fetch(`${visited.url}/cart/1`).then(
          response => response.ok,
          () => false,
        )
      },
      isUp => isUp,
    )
    if (isDev) await loadOnce(browser, visited.url, dir)
    receiver.spans.length = 0
    receiver.logs.length = 0
    receiver.posted.clear()
    const answers = await visitShop(browser, visited).catch(cause => {
      throw new Error(`${String(cause)}\n${output.join('').slice(-3_000)}`, { cause })
    })
    const missing = await waitForUnmetExpectations(receiver, answers, visited)
    await wait(routerTimersMs)
    return {
      expected: Object.keys(listExpectations(receiver, answers, visited)).length,
      missing,
      endMs: await end(child),
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGKILL')
  }
}

/**
 * React Router resolves the server's imports for the browser too, when it looks for styles. On a first start Vite then bundles these packages
 * and reloads the page, with or without our plugin: the visit begins after that.
 */
async function loadOnce(browser: Browser, url: string, dir: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(url)
  const bundled = () => readFile(join(dir, 'node_modules/.vite/deps/_metadata.json'), 'utf8').catch(() => '')
  await poll(bundled, text => text.includes('"ioredis"'))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
}

async function end(child: ChildProcess): Promise<number> {
  const startMs = performance.now()
  const ended = once(child, 'exit')
  // A package manager starts the server as a process of its own.
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await Promise.race([ended, wait(maxWaitMs)])
  return Math.round(performance.now() - startMs)
}

/** The services that the shop's loaders call: HTTP, and the part of Redis that gets a key. */
export async function startCalledServices(): Promise<{ urls: Readonly<Record<string, string>> } & AsyncDisposable> {
  const http = createHttpServer((_, res) => void res.end('12'))
  const redis = createServer(socket => {
    socket.on('error', () => socket.destroy())
    socket.on('data', chunk => {
      for (const command of String(chunk).split(/^(?=\*\d)/m))
        socket.write(/\bget\b/i.test(command) ? '$5\r\nboxes\r\n' : '+OK\r\n')
    })
  })
  for (const server of [http, redis]) await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const portOf = (server: typeof http | typeof redis) => (server.address() as AddressInfo).port
  return {
    urls: { STOCK_URL: `http://127.0.0.1:${portOf(http)}/stock`, REDIS_URL: `redis://127.0.0.1:${portOf(redis)}` },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      for (const server of [http, redis]) server.close()
    },
  }
}
