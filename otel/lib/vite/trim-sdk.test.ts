import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { trimSdkFile } from './trim-sdk.ts'

const { resolve } = createRequire(import.meta.url)

test.each(['Span.js', 'Tracer.js', 'TracerProvider.js'])(
  "leaves out of the installed SDK's %s what a browser does not use, and moves no line",
  file => {
    const code = readFileSync(resolve(`@opentelemetry/sdk-trace/build/esm/${file}`), 'utf8')
    const trimmed = trimSdkFile(file, code)

    expect(trimmed, `${file} has changed: adapt trim-sdk.ts, or delete what the SDK no longer has`).toBeDefined()
    expect(trimmed).not.toMatch(/\[inspectCustom\]|new TracerMetrics|meterProvider|recordEndMetrics,/)
    expect(trimmed?.split('\n')).toHaveLength(code.split('\n').length)
  },
)

test('leaves a file of the SDK alone that does not have all of it', () => {
  expect(trimSdkFile('Tracer.js', 'this._tracerMetrics = new TracerMetrics(meter);\n')).toBeUndefined()
  expect(trimSdkFile('Sampler.js', '')).toBeUndefined()
})
