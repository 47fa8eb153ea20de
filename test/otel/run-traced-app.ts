import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const lib = join(import.meta.dirname, '../../otel/lib')

export interface SentSpan {
  readonly name: string
  readonly kind: number
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface TracedAppRun {
  readonly code: number | null
  /** Lines of the app's standard output. */
  readonly lines: readonly string[]
  /** Paths that received requests. */
  readonly posted: ReadonlySet<string>
  readonly spans: readonly SentSpan[]
  readonly logs: readonly {
    readonly body: unknown
    readonly spanId?: string
    readonly attributes: Readonly<Record<string, unknown>>
  }[]
}

/**
 * Runs an app in its own process, with Node's TypeScript support, and receives its OTLP.
 *
 * @param app Source of a module, in which `otel` is the exports of `@errata/otel/server`, and `url` the receiver's.
 * @param folder Working directory, from which imports are resolved.
 */
export async function runTracedApp(
  app: string,
  env: Readonly<Record<string, string>> = {},
  folder = import.meta.dirname,
): Promise<TracedAppRun> {
  const posted = new Set<string>()
  const bodies: { path: string; body: string }[] = []
  const receiver = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString()
    posted.add(req.url ?? '')
    bodies.push({ path: req.url ?? '', body })
    res.end()
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const script = `
    import * as otel from ${JSON.stringify(join(lib, 'server/server.ts'))}
    const url = ${JSON.stringify(`http://127.0.0.1:${port}`)}
    ${app}`
  const { code, lines } = await new Promise<{ code: number | null; lines: string[] }>(resolve => {
    const child = execFile(
      process.execPath,
      ['--input-type=module-typescript', '-e', script],
      { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env }, maxBuffer: 32 << 20 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, lines: `${stdout}${stderr}`.trim().split('\n') }),
    )
  })
  receiver.closeAllConnections()
  receiver.close()
  const sent = (path: string) => bodies.filter(one => one.path === path).map(({ body }) => JSON.parse(body))
  return {
    code,
    lines,
    posted,
    spans: sent('/v1/traces').flatMap(({ resourceSpans }) =>
      recordsOf(resourceSpans, 'scopeSpans', 'spans'),
    ) as SentSpan[],
    logs: sent('/v1/logs').flatMap(({ resourceLogs }) =>
      recordsOf(resourceLogs, 'scopeLogs', 'logRecords'),
    ) as TracedAppRun['logs'][number][],
  }
}

interface Sent {
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

function recordsOf(
  resources: readonly Readonly<Record<string, readonly Readonly<Record<string, Sent[]>>[]>>[],
  scopes: string,
  list: string,
) {
  return resources
    .flatMap(resource => resource[scopes] ?? [])
    .flatMap(scope => scope[list] ?? [])
    .map(record => ({
      ...record,
      attributes: Object.fromEntries(record.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }))
}
