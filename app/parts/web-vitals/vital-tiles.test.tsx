import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { VitalTiles } from './vital-tiles.tsx'

const inp = (now: number, before?: number) => ({ vital: 'inp' as const, now, before, samples: 100, good: 90, poor: 2 })
const tilesOf = (all: number, ...byRoute: readonly number[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <VitalTiles
        vitals={[inp(all, 94)]}
        routes={byRoute.map((now, i) => ({ route: `/${i}`, vitals: { inp: inp(now) } }))}
      />
    </MemoryRouter>,
  )

test('a vital says how it changed, in red only if it is not good', () => {
  expect(tilesOf(188, 188)).toContain('<span class="change ">up 100 %</span>')
  expect(tilesOf(235, 235)).toContain('<span class="change worse">up 150 %</span>')
})

test('a vital says how many of its measurements are good and poor', () => {
  expect(tilesOf(188)).toMatch(/width="90%".*x="98%" width="2%".*90 % good, 2 % poor/)
})

test('a good vital says how many routes are not good', () => {
  expect(tilesOf(188, 100, 201, 240, 600)).toMatch(/188 ms.*good.*3 routes above 200 ms/)
  expect(tilesOf(188, 100, 200)).toMatch(/188 ms.*good.*no route above 200 ms/)
})
