import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readScope } from '../../url/scope.ts'
import { VitalTable } from './vital-table.tsx'

const { filters: scope } = readScope(new URLSearchParams(), 0)

/** The cells of a route with 27 loads, as text. */
function rowOf(samples: number) {
  const vitals = {
    lcp: { vital: 'lcp' as const, now: 1_100, before: 1_000, samples: 27 },
    inp: { vital: 'inp' as const, now: 205, before: 150, samples },
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <VitalTable routes={[{ route: '/cart', vitals }]} scope={scope} />
    </MemoryRouter>,
  )
  const row = html.slice(html.indexOf('<tbody>'), html.indexOf('</tbody>'))
  return [...row.matchAll(/<t[hd].*?<\/t[hd]>/gs)].map(([cell]) => cell.replaceAll(/<[^>]+>/g, '').trim())
}

test('a vital of fewer samples than its route says of how many it is, and one that is not good of few says so in place of a rating', () => {
  expect(rowOf(16)).toEqual([
    '/cart27 samplesINP of only 16 samples',
    '–',
    '–',
    '1.10 sno clear change',
    '205 msof 16',
    '–',
  ])
  expect(rowOf(20)[0]).toBe('/cart27 samplesINP needs improvement')
  expect(rowOf(20)[4]).toBe('205 msof 20, no clear change')
})
