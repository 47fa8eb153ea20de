import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readScope } from '../../url/scope.ts'
import { ReleaseHeader } from './release-header.tsx'

const { filters: scope } = readScope(new URLSearchParams(), 0)
const share = (part: number, whole: number) => ({ part, whole })

const compared = (now: number, before: number, previous = '2.4.1') => ({
  release: '2.4.2',
  firstSeenNs: 0n,
  beganNs: 0n,
  lastSeenNs: 1n,
  byService: [
    {
      service: 'shop',
      release: '2.4.2',
      previous,
      isBrowser: false,
      firstSeenNs: 0n,
      beganNs: 0n,
      lastSeenNs: 1n,
      previousBeganNs: 0n,
    },
  ],
  failed: share(now, 900),
  failedBefore: share(before, 1_300),
  adoption: share(0, 0),
  runsIn: [],
  crashFree: share(900 - now, 900),
  crashFreeBefore: share(1_300 - before, 1_300),
  slower: undefined,
  p95: undefined,
  durations: [],
  durationsBefore: [],
  newIssues: 0,
  regressed: 0,
})
type Compared = ReturnType<typeof compared>

function render(deploy: Compared, comparisons = [deploy]): string {
  const found = { deploy, comparisons, previous: deploy.byService, issues: [], durations: [], deploysTold: [] }
  return renderToStaticMarkup(
    <MemoryRouter>
      <ReleaseHeader days={14} found={found} scope={scope} nowMs={0} />
    </MemoryRouter>,
  )
}

/** The tiles of shares as text, with the class of their changes. */
function tilesOf(html: string) {
  const tiles = /<dl class="headline panel">.*/s.exec(html)?.[0] ?? ''
  expect(tiles).not.toContain('"bad"')
  return [...tiles.matchAll(/<span class="change ?(\w*)">(.*?)<\/dd>/gs)].map(([, colour, text = '']) =>
    `${colour}: ${text.replaceAll(/<[^>]+>/g, '')}`.trim(),
  )
}

test('a share of a release is coloured by its change alone, and says once what it was, and in which release', () => {
  const tiles = (now: number, before: number) => tilesOf(render(compared(now, before)))
  expect(tiles(0, 26)).toEqual(['better: down from 2 % of 1,300 in 2.4.1', 'better: up from 98 % of 1,300 in 2.4.1'])
  expect(tiles(90, 26)).toEqual(['worse: up from 2 % of 1,300 in 2.4.1', 'worse: down from 98 % of 1,300 in 2.4.1'])
  expect(tiles(18, 26)).toEqual([
    ': no clear change from 2 % of 1,300 in 2.4.1',
    ': no clear change from 98 % of 1,300 in 2.4.1',
  ])
})

test('what a release is worse than comes before what it is better than, and its numbers are compared with the former', () => {
  const [good, previous] = [compared(90, 26, '2.4.0'), compared(90, 1_000)]
  const html = render(good, [good, previous])
  const text = html.replaceAll(/<[^>]+>/g, ' ')
  expect(text).toMatch(/Worse than 2\.4\.0 : .*Better than 2\.4\.1 : /s)
  expect(tilesOf(html).join()).not.toContain('2.4.1')
  expect(html).toContain('href="/?than=2.4.1"')
  const other = render(previous, [good, previous])
  expect(tilesOf(other).join()).not.toContain('2.4.0')
  expect(other).toContain('href="/?than=2.4.0"')
})
