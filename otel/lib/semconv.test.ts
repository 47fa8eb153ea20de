import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as stable from '@opentelemetry/semantic-conventions'
import { expect, test } from 'vitest'
import * as own from './semconv.ts'

const known = new Set<unknown>([...Object.values(stable), ...Object.values(own)])
const browserFiles = globSync('browser/**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })

/** Dotted names that are keys or event names: `'url.full':`, `['exception.type']`, `eventName: 'session.start'`. */
const written = /'([a-z_]+(?:\.[a-z_]+)+)'(?=\]?:|\])|(?<=eventName: |log\(signals, )'([a-z_.]+)'/g

test('whatever the browser half calls an attribute or event is in the list of names, or stable', () => {
  const names = browserFiles.flatMap(file =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(written)].map(([, key, event]) => key ?? event),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(name => !known.has(name))).toEqual([])
})
