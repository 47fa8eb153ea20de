import { afterEach, expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'
import { warnOtherRelease } from './warn-not-started.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

const module = JSON.stringify(new URL('./warn-not-started.ts', import.meta.url).pathname)

test.each([
  ['did not find the build', '', 1],
  ['knows its release', 'r1', 0],
])(
  'a process that %s, whose release is “%s” says so %i times when the build is loaded',
  async (_, serviceVersion, times) => {
    const { lines } = await runTracedApp(`
    otel.startTelemetry({ serviceName: 'shop', serviceVersion: '${serviceVersion}', otlpUrl: url })
    const { warnOtherRelease } = await import(${module})
    warnOtherRelease('1.4.2')
    await otel.getTelemetry().shutdown(5_000)`)

    expect(lines.filter(line => line.includes('the build of release 1.4.2 was not found'))).toHaveLength(times)
  },
)

test('without telemetry there is no warning about a release', () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  warnOtherRelease('1.4.2')

  expect(said).not.toHaveBeenCalled()
})
