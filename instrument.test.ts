import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts a process as docs/production.md starts a desk, and returns its NODE_ENV. */
function startedWith(settings: Readonly<Record<string, string>>): string {
  const { NODE_ENV: _, ...env } = process.env
  const args = ['--import', './instrument.ts', '--eval', 'console.log(process.env.NODE_ENV)']
  return spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...env, OTEL_SDK_DISABLED: 'true', ...settings },
  }).stdout.trim()
}

test('React renders in production unless NODE_ENV says otherwise', () => {
  expect(startedWith({})).toBe('production')
  expect(startedWith({ NODE_ENV: 'development' })).toBe('development')
})
