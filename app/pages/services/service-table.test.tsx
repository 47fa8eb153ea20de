import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readServiceFilters } from './service-filters.ts'
import { ServiceTable } from './service-table.tsx'

const HOUR_MS = 3_600_000

test('a service has the age of its newest release', () => {
  const none = { now: 0, before: 0 }
  const line = { d: '', width: 1, height: 1 }
  const { filters } = readServiceFilters(new URLSearchParams(), 0)
  const verdict = { isBad: false, note: '' }
  const lines = { requestLine: line, errorLine: line }
  const row = {
    service: 'checkout',
    isBrowser: false,
    requests: none,
    failed: none,
    verdict,
    perMinute: 0,
    stopped: '',
    ...lines,
  }
  const draw = (release: string, releaseNs: bigint | undefined) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <ServiceTable
          services={[{ ...row, latency: undefined, issues: 0, release, releaseNs }]}
          total={1}
          filters={filters}
          nowMs={10 * HOUR_MS}
        />
      </MemoryRouter>,
    )
  expect(draw('7.2.0', 0n)).toMatch(/7\.2\.0<\/a>.*10 h ago/s)
  expect(draw('', undefined)).not.toContain('ago')
})
