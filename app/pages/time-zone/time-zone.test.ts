import { expect, test } from 'vitest'
import { timeZone } from '../../format/time-zone.ts'
import { inTimeZoneOf } from '../../http/time-zone.server.ts'
import { action } from './time-zone.ts'

const choose = (zone: string) => {
  const body = new URLSearchParams({ zone, back: '/traces?last=1h' })
  const request = new Request('http://desk.test/time-zone', { method: 'POST', body })
  return action({ request } as Parameters<typeof action>[0])
}

/** The zone of a request with the cookie that choosing one has set. */
async function zoneAfter(zone: string): Promise<string> {
  const [cookie = ''] = ((await choose(zone)).headers.get('set-cookie') ?? '').split(';')
  const request = new Request('http://desk.test/', { headers: { cookie } })
  return inTimeZoneOf(request, () => new Promise(resolve => setImmediate(() => resolve(timeZone()))))
}

test('a chosen zone holds for the next requests of that reader alone', async () => {
  const zones = await Promise.all(['Europe/Vienna', 'Asia/Tokyo', 'UTC'].map(zoneAfter))
  expect(zones).toEqual(['Europe/Vienna', 'Asia/Tokyo', 'UTC'])
  expect(timeZone()).toBe('UTC')
})

test('leads back to where it was chosen; an unknown zone is an error of the form', async () => {
  expect((await choose(' europe/vienna ')).headers.get('location')).toBe('/traces?last=1h')
  await expect(choose('Mars/Olympus')).rejects.toMatchObject({ init: { status: 400 } })
})

test('a cookie that names no zone is UTC', async () => {
  const request = new Request('http://desk.test/', { headers: { cookie: 'errata_zone=Ik1hcnMi' } })
  expect(await inTimeZoneOf(request, async () => timeZone())).toBe('UTC')
})
