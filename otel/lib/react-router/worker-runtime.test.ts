import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** A server's build and its handler, as they are bundled for a runtime that has the web's names and none of Node's. */
const entry = `
  import { createRequestHandler } from 'react-router'
  import { instrumentBuild } from ${JSON.stringify(join(import.meta.dirname, 'react-router.ts'))}
  import { createTestRoute as route, createTestServerBuild as serverBuild } from ${JSON.stringify(join(import.meta.dirname, '../../../test/otel/server-build.ts'))}
  const routes = {
    ...route('root', '', {}),
    ...route('shop', 'shop', { loader: () => 'tea' }, 'root'),
    ...route('fail', 'fail', { loader: () => { throw new RangeError('s3cr3t') } }, 'root'),
  }
  const handle = createRequestHandler(instrumentBuild(serverBuild(routes)), 'production')
  globalThis.ask = async path => {
    const response = await handle(new Request('https://shop.test' + path))
    return [response.status, await response.text()]
  }`

test('bundled for a worker runtime it responds, reveals nothing of an error, and warns once that nothing is sent', async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['worker'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const said: unknown[] = []
  const thrown: unknown[] = []
  const { Request, Response, Headers, URL, URLSearchParams, ReadableStream, WritableStream, TransformStream } =
    globalThis
  const { TextEncoder, TextDecoder, TextDecoderStream, AbortController, AbortSignal, Blob, FormData } = globalThis
  const worker = createContext({
    ...{ Request, Response, Headers, URL, URLSearchParams, ReadableStream, WritableStream, TransformStream },
    ...{ TextEncoder, TextDecoder, TextDecoderStream, AbortController, AbortSignal, Blob, FormData },
    ...{ crypto, performance, setTimeout, clearTimeout, queueMicrotask, atob, btoa, File },
    console: { warn: (...words: unknown[]) => said.push(words), error: (error: unknown) => thrown.push(error) },
  })
  runInContext(outputFiles[0]?.text ?? '', worker)
  const ask: (path: string) => Promise<[number, string]> = worker['ask']

  expect(await ask('/shop.data')).toEqual([200, expect.stringContaining('tea')])
  const [status, text] = await ask('/fail.data')
  expect(status).toBe(500)
  expect(text).not.toContain('s3cr3t')
  expect(thrown).toMatchObject([{ message: 's3cr3t' }])
  expect(said).toEqual([[expect.stringContaining('Worker runtimes (Cloudflare, Deno Deploy) are not supported')]])
})
