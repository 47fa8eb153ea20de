import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { VitalTiles } from './vital-tiles.tsx'

const inp = (now: number) => ({ vital: 'inp' as const, now, before: undefined, samples: 100 })
const tilesOf = (all: number, ...byRoute: readonly number[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <VitalTiles
        vitals={[inp(all)]}
        routes={byRoute.map((now, i) => ({ route: `/${i}`, vitals: { inp: inp(now) } }))}
        compare={false}
      />
    </MemoryRouter>,
  )

test('a good vital says how many routes are not good', () => {
  expect(tilesOf(188, 100, 201, 240, 600)).toMatch(/188 ms.*good.*3 of 4 routes above 200 ms/)
  expect(tilesOf(188, 100, 200)).toMatch(/188 ms.*good.*no route above 200 ms/)
})
