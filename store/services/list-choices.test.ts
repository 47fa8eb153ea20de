import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listChoices } from './list-choices.ts'

test('lists each environment and each release of the range once, by name', async () => {
  const of = (release: string, environment: string) => ({
    resource: { 'service.version': release, 'deployment.environment.name': environment },
  })
  await using store = await openTestStore([
    spanRow({ at: 3000, ...of('2.4.1', 'production') }),
    spanRow({ at: 2000, ...of('2.4.0', 'production') }),
    spanRow({ at: 1000, ...of('2.4.1', 'staging') }),
    spanRow({ at: 500 }),
    spanRow({ at: 28_800_000, ...of('1.0.0', 'yesterday') }),
  ])

  expect(await listChoices(store, { range: rangeBefore(Date.now() + 60_000, 3_600_000) })).toEqual([
    { kind: 'environment', name: 'production' },
    { kind: 'environment', name: 'staging' },
    { kind: 'release', name: '2.4.0' },
    { kind: 'release', name: '2.4.1' },
  ])
})
