import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listRecordedDeploys } from './list-recorded-deploys.ts'
import { recordDeploy } from './record-deploy.ts'

const atNs = (minute: number) => nsOfMs(1_700_000_000_000 + minute * 60_000)
const deploy = (service: string, minute: number, of: object = {}) => ({
  ...{ service, release: '2.0', environment: '', atNs: atNs(minute), revision: '', url: '', who: 'ann', ...of },
})
const all = { range: { from: atNs(0), to: atNs(9) }, limit: 10 }

test('a deploy is what was told, and the same one told again is one', async () => {
  await using store = await openTestStore()
  const told = deploy('shop', 1, { environment: 'production', revision: '4fc5f13', url: 'https://ci.example.com/7' })
  const id = await recordDeploy(store, told)
  expect(await recordDeploy(store, told)).toBe(id)
  expect(await listRecordedDeploys(store, all)).toEqual([{ ...told, id }])
})

test('deploys are listed newest first, by range, service, release and environment, those without one with every one', async () => {
  await using store = await openTestStore()
  const record = (...args: Parameters<typeof deploy>) => recordDeploy(store, deploy(...args))
  const [a, b, c, d] = [
    await record('shop', 1),
    await record('shop', 2, { release: '2.1' }),
    await record('cart', 3, { environment: 'production' }),
    await record('cart', 4, { environment: 'staging' }),
  ]
  const idsOf = async (filter: object) => (await listRecordedDeploys(store, { ...all, ...filter })).map(({ id }) => id)

  expect(await idsOf({})).toEqual([d, c, b, a])
  expect(await idsOf({ range: { from: atNs(2), to: atNs(4) } })).toEqual([c, b])
  expect(await idsOf({ service: 'cart' })).toEqual([d, c])
  expect(await idsOf({ release: '2.1' })).toEqual([b])
  expect(await idsOf({ environment: 'staging' })).toEqual([d, b, a])
  expect(await idsOf({ after: { atNs: atNs(3), id: c }, limit: 1 })).toEqual([b])
})

test('deploys of one time have a total order', async () => {
  await using store = await openTestStore()
  const ids = await Promise.all(['a', 'b', 'c'].map(service => recordDeploy(store, deploy(service, 1))))
  const [first, ...others] = ids.toSorted()
  const page = { ...all, after: { atNs: atNs(1), id: first ?? '' } }
  expect((await listRecordedDeploys(store, page)).map(({ id }) => id)).toEqual(others)
})
