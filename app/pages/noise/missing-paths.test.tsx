import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissingPaths } from './missing-paths.tsx'

const path = (name: string, referrers: readonly string[]) => ({
  path: name,
  isNew: false,
  hits: 3,
  firstNs: 0n,
  lastNs: 1n,
  services: ['shop'],
  referrers: [...referrers],
  releases: ['1'],
})

test('referrers have a column only if any request had one', () => {
  const draw = (...referrers: readonly string[]) =>
    renderToStaticMarkup(<MissingPaths paths={[path('/a', []), path('/b', referrers)]} nowMs={0} />)
  expect(draw()).not.toMatch(/Referrer|unknown/)
  expect(draw('https://example.com/list')).toMatch(/Referrer.*unknown.*example\.com/s)
})
