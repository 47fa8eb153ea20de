import { AsyncLocalStorage } from 'node:async_hooks'
import { createCookie } from 'react-router'
import { parseTimeZone, setTimeZoneSource } from '../format/time-zone.ts'

const cookie = createCookie('errata_zone', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 31_536_000 })
const zones = new AsyncLocalStorage<string>()
setTimeZoneSource(() => zones.getStore() ?? 'UTC')

/** Answers a request with times in the zone that its reader has chosen; in UTC by default. */
export async function inTimeZoneOf<Answer>(request: Request, answer: () => Promise<Answer>): Promise<Answer> {
  const chosen: unknown = await cookie.parse(request.headers.get('cookie'))
  return zones.run((typeof chosen === 'string' && parseTimeZone(chosen)) || 'UTC', answer)
}

/** The value of `Set-Cookie` that stores a zone, or removes it for UTC. */
export const timeZoneCookie = (zone: string) =>
  zone === 'UTC' ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(zone)
