import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readScope } from '../../url/scope.ts'
import { ReleaseHeader } from './release-header.tsx'

const { filters: scope } = readScope(new URLSearchParams(), 0)
const share = (part: number, whole: number) => ({ part, whole })

/** The tiles of shares as text, with the class of their changes. */
function tilesOf(now: number, before: number) {
  const deploy = {
    release: '2.4.2',
    firstSeenNs: 0n,
    lastSeenNs: 1n,
    of: [],
    failed: share(now, 900),
    failedBefore: share(before, 1_300),
    adoption: share(0, 0),
    runsIn: [],
    crashFree: share(900 - now, 900),
    crashFreeBefore: share(1_300 - before, 1_300),
    slower: undefined,
    p95: undefined,
    durations: [],
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ReleaseHeader
        days={14}
        deploy={deploy}
        betterRelease={undefined}
        issues={[]}
        routes={[]}
        scope={scope}
        nowMs={0}
      />
    </MemoryRouter>,
  )
  const tiles = /<dl class="headline panel">.*/s.exec(html)?.[0] ?? ''
  expect(tiles).not.toContain('"bad"')
  return [...tiles.matchAll(/<span class="change ?(\w*)">(.*?)<\/dd>/gs)].map(([, colour, text = '']) =>
    `${colour}: ${text.replaceAll(/<[^>]+>/g, '')}`.trim(),
  )
}

test('a share of a release is coloured by its change alone, and says once what it was', () => {
  expect(tilesOf(0, 26)).toEqual(['better: down from 2 % of 1,300', 'better: up from 98 % of 1,300'])
  expect(tilesOf(90, 26)).toEqual(['worse: up from 2 % of 1,300', 'worse: down from 98 % of 1,300'])
  expect(tilesOf(18, 26)).toEqual([': no change from 2 % of 1,300', ': no change from 98 % of 1,300'])
})
