import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000 })

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** An app's folder with a copy of the API of its own. */
function appWith(apiFolder: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-api-'))
  folders.push(folder)
  mkdirSync(join(folder, 'node_modules/@opentelemetry'), { recursive: true })
  symlinkSync(apiFolder, join(folder, 'node_modules/@opentelemetry/api'))
  writeFileSync(join(folder, 'package.json'), '{"name":"shop","version":"1.0.0"}')
  return folder
}

const modules = join(import.meta.dirname, '../../../node_modules')
const newer = join(modules, 'opentelemetry-api-newest')
const same = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('@opentelemetry/api')))))

const app = `
  import { context, trace } from '@opentelemetry/api'
  otel.startTelemetry({ serviceName: 'shop', otlpUrl: url })
  const tracer = trace.getTracer('shop')
  await tracer.startActiveSpan('outer', async outer => {
    await new Promise(resolve => setTimeout(resolve))
    tracer.startSpan('inner').end()
    outer.end()
  })
  otel.reportError(new Error('seen'))
  await otel.getTelemetry().shutdown(5_000)`

test('an app with a newer copy of the API keeps its nested spans, with a warning that says what to do', async () => {
  const { spans, lines, logs } = await runTracedApp(app, {}, appWith(newer))

  const outer = spans.find(({ name }) => name === 'outer')
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId]).sort()).toEqual([
    ['inner', outer?.spanId],
    ['outer', undefined],
  ])
  expect(logs.filter(({ attributes }) => attributes['exception.message'] === 'seen')).toHaveLength(1)
  const told = lines.filter(line => line.startsWith('@errata/otel: two copies of @opentelemetry/api'))
  expect(told).toEqual([
    expect.stringMatching(/1\.10\.0 \(used by the app\) and 1\.9\.1\. The spans of both are sent\. /),
  ])
})

test('one copy causes no warning', async () => {
  const { spans, lines } = await runTracedApp(app, {}, appWith(same))

  expect(spans).toHaveLength(2)
  expect(lines.join()).not.toContain('two copies')
})
